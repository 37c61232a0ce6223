import { eq } from 'drizzle-orm';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { people } from '../database/schema.ts';
import type { Mailer } from '../integrations/mail/port.ts';
import { handle, type Queue } from '../jobs/queue.ts';
import { sendMailOnce } from '../mail-sender.ts';
import type { Settings } from '../settings.ts';
import { writeClassCalendar } from './class-calendar.ts';
import { mailOwnMove, mailReset, mailSchedule } from './commands.ts';
import { ownMoveMail, resetMail, scheduleMail } from './messages.ts';
import { attachClass, findEntries, listEntries } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  mailer: Mailer;
  settings: Settings;
}

/** Each looks at the rows first: what is no longer so is not told, for the change since has a mail of its own. */
export function calendarJobs(parts: Parts) {
  const { database, clock, settings } = parts;

  return [
    handle(mailSchedule, async ({ personId, registrationId }) => {
      const entries = await listEntries(database, personId);
      const isInForce = entries.some((entry) => entry.registrationId === registrationId);
      if (!isInForce) return;
      const { email, firstName } = await findPerson(personId);
      const content = writeClassCalendar(settings, entries, { now: clock.now() });
      await sendMailOnce(parts, {
        key: `schedule of registration ${registrationId}`,
        personId,
        to: email,
        ...scheduleMail(settings, firstName, entries),
        calendars: [{ name: 'class-schedule.ics', method: 'PUBLISH', content }],
      });
    }),

    handle(mailOwnMove, async ({ personId, registrationId, from, to }) => {
      const [entry] = await findEntries(database, [registrationId]);
      const isStillSo = entry && !entry.cancelledAt && entry.startsAt.toISOString() === to;
      if (!isStillSo) return;
      const { email, firstName } = await findPerson(personId);
      const { classNumber, startsAt, sequence } = entry;
      const move = { firstName, classNumber, from: new Date(from), to: startsAt };
      await sendMailOnce(parts, {
        key: `own move ${sequence} of registration ${registrationId}`,
        personId,
        to: email,
        ...ownMoveMail(settings, move),
        calendars: [attachClass(settings, entry, clock.now())],
      });
    }),

    handle(mailReset, async ({ personId, registrationIds }) => {
      const entries = await findEntries(database, registrationIds);
      const { email, firstName, startDate } = await findPerson(personId);
      const now = clock.now();
      await sendMailOnce(parts, {
        key: `reset of registrations from ${Math.min(...registrationIds)}`,
        personId,
        to: email,
        ...resetMail(settings, {
          firstName,
          startDate: startDate ?? EARLIEST_START_DATE,
          entries,
        }),
        // The standard lets a cancellation speak of one event only, so each class has its file.
        calendars: entries.map((entry) => attachClass(settings, entry, now)),
      });
    }),
  ];

  async function findPerson(id: number) {
    const [person] = await database.select().from(people).where(eq(people.id, id));
    if (!person) throw new Error(`person ${id} is gone`);
    return person;
  }
}
