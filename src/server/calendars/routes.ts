import type { FastifyInstance } from 'fastify';
import { noSuchThing } from '../../contract/fields.ts';
import { calendarCalls } from '../../contract/scheduling.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { hashOf } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { type Front, serve } from '../http/serve.ts';
import type { Settings } from '../settings.ts';
import { writeClassCalendar } from './class-calendar.ts';
import { openFeed, renewFeed } from './commands.ts';
import { findSubscriber, listEntries } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
  settings: Settings;
}

const mediaType = 'text/calendar; charset=utf-8';

export function serveCalendars(app: FastifyInstance, parts: Parts, front: Front): void {
  const { database, clock, settings } = parts;
  serve(
    app,
    calendarCalls,
    {
      async getCalendar({ person }) {
        return { subscribeUrl: await openFeed(parts, person.id) };
      },

      async renewCalendar({ person }) {
        return { subscribeUrl: await renewFeed(parts, person.id) };
      },

      async getCalendarFile({ person, reply }) {
        const entries = await listEntries(database, person.id);
        return reply
          .type(mediaType)
          .header('content-disposition', 'attachment; filename="class-schedule.ics"')
          .send(writeClassCalendar(settings, entries, { now: clock.now() }));
      },

      /** Calendars ask without a cookie, so the address itself is the secret. */
      async getCalendarFeed({ params, request, reply }) {
        const studentId = await findSubscriber(database, settings.linkKey, params.token);
        if (studentId === null) throw new Refusal(404, noSuchThing);
        const entries = await listEntries(database, studentId);
        const writtenAt = (now: Date) =>
          writeClassCalendar(settings, entries, { now, isSubscription: true });
        // Weak, because the time of writing differs where nothing else does.
        const version = `W/"${hashOf(writtenAt(new Date(0))).toString('base64url')}"`;
        reply.headers({ etag: version, 'cache-control': 'private, no-cache' });
        if (request.headers['if-none-match'] === version) return reply.status(304).send();
        return reply.type(mediaType).send(writtenAt(clock.now()));
      },
    },
    front,
  );
}
