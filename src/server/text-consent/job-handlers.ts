import { and, eq, isNull } from 'drizzle-orm';
import { consentEvents, people } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { waitForDaytime } from '../messaging/daytime.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { confirmOptInJob } from './jobs.ts';
import { optInText } from './messages.ts';
import { hasSaidNoSince } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'texts' | 'settings'>;

export function textConsentJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  return [
    handle(confirmOptInJob, async ({ personId, consentEventId, again }) => {
      const [found] = await database
        .select({ person: people, event: consentEvents })
        .from(people)
        .innerJoin(consentEvents, eq(consentEvents.personId, people.id))
        .where(and(eq(consentEvents.id, consentEventId), isNull(people.deactivatedAt)));
      if (!found?.person.textPhone || (await hasSaidNoSince(database, personId, consentEventId)))
        return;
      const { person, event } = found;
      const now = clock.now();
      const askedAt = again ? new Date(again) : event.at;
      const usefulUntil = new Date(askedAt.getTime() + DAY_MS);
      if (now >= usefulUntil) return;
      // Whoever agreed on a page is awake.
      if (event.source === 'staff' || again) waitForDaytime(now, usefulUntil);
      await sendReminderText(services, {
        key: keyOfAgain(`opt-in ${consentEventId}`, again),
        kind: 'opt-in',
        about: { consentEventId },
        personId,
        to: found.person.textPhone,
        ...optInText(settings.site, person.role === 'student'),
        usefulUntil,
      });
    }),
  ];
}
