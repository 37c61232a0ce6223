import type { FastifyInstance } from 'fastify';
import { retreatCalls } from '../../contract/retreat.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Retreats } from '../integrations/retreats/port.ts';
import { editRetreat, markRetreatSeen, matchRetreat } from './commands.ts';
import { openRetreatQueries } from './queries.ts';
import { hearRetreatSite } from './webhook.ts';

interface Parts {
  database: Database;
  clock: Clock;
  retreats: Retreats;
}

export function serveRetreat(app: FastifyInstance, parts: Parts, front: Front): void {
  const queries = openRetreatQueries(parts.database);
  hearRetreatSite(app, parts);
  serve(
    app,
    retreatCalls,
    {
      async getRetreatRegistration({ person }) {
        return queries.findRetreatOf(person.id);
      },

      async completeRetreatInfo({ person }) {
        await markRetreatSeen(parts, person.id);
        return { retreatContinueClicked: true };
      },

      async editRetreatRegistration({ params, body, person, request }) {
        const actor = { id: person.id, address: request.ip };
        return editRetreat(parts, { ...params, ...body }, actor);
      },

      getUnmatchedRetreats: () => queries.listUnmatched(),

      async matchRetreatRegistration({ params, body, person, request }) {
        const actor = { id: person.id, address: request.ip };
        return matchRetreat(parts, { ...params, ...body }, actor);
      },
    },
    front,
  );
}
