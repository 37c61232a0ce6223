import type { FastifyInstance } from 'fastify';
import { retreatCalls } from '../../contract/retreats.ts';
import { actorOf, type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { detachRetreat, enterRetreat } from './by-hand.ts';
import { editRetreat, markRetreatSeen, matchRetreat } from './commands.ts';
import { dismissRetreat, restoreRetreat } from './dismiss.ts';
import { openRetreatQueries } from './queries.ts';
import { mountRetreatWebhook } from './webhook.ts';

export function serveRetreats(
  app: FastifyInstance,
  services: Services,
  context: RouteContext,
): void {
  const queries = openRetreatQueries(services.database, services.settings.site.retreatSite);
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

      getDismissedRetreats: () => queries.listDismissed(),

      async dismissRetreat({ params, person, request }) {
        await dismissRetreat(services, params.id, actorOf(person, request));
        return { message: 'It is no longer in the list.' };
      },

      async restoreRetreat({ params, person, request }) {
        await restoreRetreat(services, params.id, actorOf(person, request));
        return { message: 'It is in the list again.' };
      },

      enterRetreat: ({ params, body, person, request }) =>
        enterRetreat(services, params.id, body, actorOf(person, request)),

      async detachRetreat({ params, body, person, request }) {
        await detachRetreat(services, { ...params, ...body }, actorOf(person, request));
        return { message: 'It no longer belongs to them.' };
      },

      async matchRetreatRegistration({ params, body, person, request }) {
        return matchRetreat(services, { ...params, ...body }, actorOf(person, request));
      },
    },
    context,
  );
}
