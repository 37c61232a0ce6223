import type { FastifyInstance } from 'fastify';
import { retreatCalls } from '../../contract/retreats.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { editRetreat, markRetreatSeen, matchRetreat } from './commands.ts';
import { openRetreatQueries } from './queries.ts';
import { mountRetreatWebhook } from './webhook.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'retreats' | 'settings'>;

export function serveRetreats(app: FastifyInstance, services: Deps, context: RouteContext): void {
  const queries = openRetreatQueries(services.database);
  mountRetreatWebhook(app, services);
  serve(
    app,
    retreatCalls,
    {
      async getRetreatRegistration({ person }) {
        return queries.findRetreatOf(person.id);
      },

      async completeRetreatInfo({ person }) {
        await markRetreatSeen(services, person.id);
        return { retreatContinueClicked: true };
      },

      async editRetreatRegistration({ params, body, person, request }) {
        return editRetreat(services, { ...params, ...body }, actorOf(person, request));
      },

      getUnmatchedRetreats: () => queries.listUnmatched(),

      async matchRetreatRegistration({ params, body, person, request }) {
        return matchRetreat(services, { ...params, ...body }, actorOf(person, request));
      },
    },
    context,
  );
}
