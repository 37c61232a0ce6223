import type { FastifyInstance } from 'fastify';
import { retreatCalls } from '../../contract/retreat.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { type Front, serve } from '../http/serve.ts';
import { editRetreat, markRetreatSeen } from './commands.ts';
import { openRetreatQueries } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
}

export function serveRetreat(app: FastifyInstance, parts: Parts, front: Front): void {
  const queries = openRetreatQueries(parts.database);
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
    },
    front,
  );
}
