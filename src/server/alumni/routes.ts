import type { FastifyInstance } from 'fastify';
import { alumniCalls } from '../../contract/alumni.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { joinClass } from './commands.ts';
import { listAlumniClasses } from './queries.ts';

export function serveAlumni(app: FastifyInstance, services: Services, context: RouteContext): void {
  serve(
    app,
    alumniCalls,
    {
      async getAlumniClasses() {
        return listAlumniClasses(services.database, services.clock.now());
      },

      async joinAlumniClass({ params, person }) {
        const seat = { personId: person.id, classId: params.id };
        return { classId: params.id, zoomJoinUrl: await joinClass(services, seat) };
      },
    },
    context,
  );
}
