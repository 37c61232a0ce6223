import { and, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { isUpcoming } from '../../course/class-time.ts';
import { hasClassesToChoose } from '../../course/course.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { registrations, sentMessages } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { handle } from '../jobs/define-job.ts';
import { TryLater } from '../jobs/outcomes.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { secondsUntil } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import type { CalendarEntry } from './class-calendar.ts';
import { inviteTo } from './invite.ts';
import { mailChoicesJob, noteChoicesTold } from './jobs.ts';
import { choicesMail } from './messages.ts';
import { findPerson, listEntries } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'settings'>;

/** Tells a student of the classes that they have chosen in the last minutes, each with the time that it has by now. */
export function mailChoicesHandler(services: Deps) {
  const { database, clock, settings } = services;

  return handle(mailChoicesJob, async ({ personId, registrationIds, again }) => {
    const ids = registrationIds ?? (await findUntold(personId));
    const held = await listEntries(database, personId);
    const entries = held.filter(
      ({ registrationId, startsAt }) =>
        ids.includes(registrationId) && isUpcoming(startsAt, clock.now()),
    );
    if (again ? entries.length > 0 : await hasNews(personId, entries)) {
      const numbers = held.map(({ classNumber }) => classNumber);
      const isUnfinished = hasClassesToChoose(numbers, settings.site.firstClass);
      const person = await findPerson(database, personId);
      const told = entries.map(({ registrationId }) => registrationId);
      await sendMailOnce(services, {
        key: keyOfAgain(`choice of registrations ${told.join(', ')}`, again),
        personId,
        kind: 'choices',
        about: { registrationIds: told },
        to: person.email,
        ...choicesMail(settings, { firstName: person.firstName, entries, isUnfinished }),
        calendars: await inviteTo(services, entries, person),
      });
    }
    await database.transaction(async (transaction) => {
      const whereTold = inArray(registrations.id, ids);
      await noteChoicesTold(transaction, await lockRegistrations(transaction, whereTold));
    });
  });

  /** One whose class was cancelled is told with the next mail if it comes back: nobody knows yet whether it does. */
  async function findUntold(personId: number): Promise<number[]> {
    const { id, studentId, choiceMailDueAt } = registrations;
    const untold = await database
      .select({ id, dueAt: choiceMailDueAt })
      .from(registrations)
      .where(and(eq(studentId, personId), isNotNull(choiceMailDueAt), hasPlace));
    const lastDue = Math.max(...untold.map(({ dueAt }) => dueAt?.getTime() ?? 0));
    const seconds = secondsUntil(clock, new Date(lastDue));
    if (seconds > 0) throw new TryLater(seconds, 'Another choice may follow.');
    return untold.map((one) => one.id);
  }

  /** Whether there is one of which no mail about its move has told already. */
  async function hasNews(personId: number, entries: CalendarEntry[]): Promise<boolean> {
    const [first] = entries.toSorted((a, b) => a.chosenAt.getTime() - b.chosenAt.getTime());
    if (!first) return false;
    const about = sql<number>`(${sentMessages.about} ->> 'registrationId')::int`;
    const moves = await database
      .select({ registrationId: about })
      .from(sentMessages)
      .where(
        and(
          eq(sentMessages.personId, personId),
          eq(sentMessages.status, 'sent'),
          inArray(sentMessages.kind, ['own-move', 'act-for-student', 'class-moved']),
          gte(sentMessages.createdAt, first.chosenAt),
        ),
      );
    const told = new Set(moves.map(({ registrationId }) => registrationId));
    return entries.some(({ registrationId }) => !told.has(registrationId));
  }
}
