import type { FastifyInstance } from 'fastify';
import { calendarCalls } from '../../../contract/schedule.ts';
import { type RouteContext, serve } from '../../http/serve.ts';
import type { Services } from '../../platform/services.ts';
import { openFeed, renewFeed } from './commands.ts';
import { readCalendarFile, readFeed } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

const mediaType = 'text/calendar; charset=utf-8';

export function serveCalendar(app: FastifyInstance, services: Deps, context: RouteContext): void {
  serve(
    app,
    calendarCalls,
    {
      async getCalendar({ person }) {
        return { subscribeUrl: await openFeed(services, person.id) };
      },

      async renewCalendar({ person }) {
        return { subscribeUrl: await renewFeed(services, person.id) };
      },

      async getCalendarFile({ person, reply }) {
        const content = await readCalendarFile(services, person.id);
        return reply
          .type(mediaType)
          .header('content-disposition', 'attachment; filename="class-schedule.ics"')
          .send(content);
      },

      /** Calendars ask without a cookie, so the token in the path is the secret. */
      async getCalendarFeed({ params, request, reply }) {
        const { version, content } = await readFeed(services, params.token);
        // Weak, because two answers with the same version may differ in their time of writing.
        const etag = `W/"${version}"`;
        reply.headers({ etag, 'cache-control': 'private, no-cache' });
        if (request.headers['if-none-match'] === etag) return reply.status(304).send();
        return reply.type(mediaType).send(content);
      },
    },
    context,
  );
}
