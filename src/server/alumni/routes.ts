import type { FastifyInstance } from 'fastify';
import { alumniCalls } from '../../contract/alumni.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Queue } from '../jobs/queue.ts';
import { joinClass } from './commands.ts';
import { listAlumniClasses } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
}

export function serveAlumni(app: FastifyInstance, parts: Parts, front: Front): void {
  serve(
    app,
    alumniCalls,
    {
      async getAlumniClasses() {
        return listAlumniClasses(parts.database, parts.clock.now());
      },

      async joinAlumniClass({ params, person }) {
        const seat = { personId: person.id, classId: params.id };
        return { classId: params.id, zoomJoinUrl: await joinClass(parts, seat) };
      },
    },
    front,
  );
}
