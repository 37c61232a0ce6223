import type { FastifyInstance } from 'fastify';
import { timelineCalls } from '../../contract/timeline.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Services } from '../platform/services.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';
import { readTimeline } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock'>;

export function serveTimeline(app: FastifyInstance, services: Deps, context: RouteContext): void {
  serve(
    app,
    timelineCalls,
    {
      async getTimeline({ params, query, person }) {
        await refuseHiddenPerson(services.database, person, params.id);
        return readTimeline(services, params.id, query);
      },
    },
    context,
  );
}
