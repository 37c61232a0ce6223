import { and, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isPast, isUpcoming } from '../../../course/class-state.ts';
import { hasClassesToChoose, LAST_CLASS_NUMBER } from '../../../course/course.ts';
import { type Reader, sendTogether, type Transaction } from '../../database/connect.ts';
import { match } from '../../database/rows.ts';
import { registrations, sentMessages } from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import { TryLater } from '../../jobs/outcomes.ts';
import type { Queue } from '../../jobs/queue.ts';
import { defineMessage, type Lookup, outdated } from '../../messages/define-message.ts';
import { MINUTE_MS, secondsUntil } from '../../platform/clock.ts';
import { markChoicesAsSent } from '../registration-state.ts';
import type { CalendarEntry } from './calendar-file.ts';
import { inviteTo, listEntries } from './queries.ts';
import { choicesMail, scheduleMail } from './words.ts';

const schedule = defineMessage('schedule', {
  name: 'Class schedule',
  about: z.object({ registrationId: z.int(), isByStaff: z.boolean().optional() }),
  async find({ database, clock }, { person, about, again }) {
    const entries = await listEntries(database, person.id);
    const last = entries.find((entry) =>
      again
        ? entry.classNumber === LAST_CLASS_NUMBER
        : entry.registrationId === about.registrationId,
    );
    if (!last || person.role !== 'student') return outdated();
    const isOver = entries.every(({ startsAt }) => isPast(startsAt, clock.now()));
    return again && isOver ? outdated('class-over') : { entries, last };
  },
  mail: async (services, { person, about, entries, last }) => ({
    ...scheduleMail(services.settings, entries, about.isByStaff ? last : null),
    calendars: await inviteTo(services, entries, person),
  }),
});

/** This email lists all classes, so it replaces any queued email about individual choices. */
export async function sendSchedule(
  queue: Queue,
  transaction: Transaction,
  chosen: { personId: number; registrationId: number; isByStaff?: boolean },
): Promise<void> {
  const { studentId, choiceMailDueAt } = registrations;
  const unsent = and(eq(studentId, chosen.personId), isNotNull(choiceMailDueAt));
  await sendTogether(
    () => markChoicesAsSent(transaction, unsent),
    () => schedule.send(queue, transaction, [chosen]),
  );
}

/** Waits five minutes, so that further choices can go into the same email. */
export function choiceMailTime(now: Date): Date {
  return new Date(now.getTime() + 5 * MINUTE_MS);
}

export const choices = defineMessage('choices', {
  name: 'Class times chosen',
  /** The registration ids are filled in when we send the email. */
  about: z.object({ registrationIds: z.array(z.int()).default([]) }),
  gather: (personId) => `person ${personId}`,
  async find(lookup, { person, about, again }) {
    const { database, clock, settings } = lookup;
    const ids = again ? about.registrationIds : await findUnsentChoices(lookup, person.id);
    const held = await listEntries(database, person.id);
    const chosen = held.filter(({ registrationId }) => ids.includes(registrationId));
    const entries = chosen.filter(({ startsAt }) => isUpcoming(startsAt, clock.now()));
    if (again && chosen.length > 0 && entries.length === 0) return outdated('class-over');
    if (!again && !(await hasNews(database, person.id, entries))) return outdated();
    if (entries.length === 0) return outdated();
    const numbers = held.map(({ classNumber }) => classNumber);
    return { entries, isUnfinished: hasClassesToChoose(numbers, settings.site.firstClass) };
  },
  mail: async (services, { person, entries, isUnfinished }) => ({
    ...choicesMail(entries, isUnfinished),
    calendars: await inviteTo(services, entries, person),
  }),
  aboutSent: ({ entries }) => ({
    registrationIds: entries.map(({ registrationId }) => registrationId),
  }),
  async afterwards(services, { person, again }) {
    if (again) return;
    const ids = await findUnsentChoices(services, person.id);
    await services.database.transaction((transaction) =>
      markChoicesAsSent(transaction, inArray(registrations.id, ids)),
    );
  },
});

/**
 * Leaves out suspended registrations. If they are restored, the next email includes them. Throws `TryLater` while the
 * student may still choose more classes.
 */
async function findUnsentChoices({ database, clock }: Lookup, personId: number) {
  const { id, studentId, choiceMailDueAt } = registrations;
  const unsent = await database
    .select({ id, dueAt: choiceMailDueAt })
    .from(registrations)
    .where(and(eq(studentId, personId), isNotNull(choiceMailDueAt), hasPlace));
  const lastDue = Math.max(...unsent.map(({ dueAt }) => dueAt?.getTime() ?? 0));
  const seconds = secondsUntil(clock, new Date(lastDue));
  if (seconds > 0) throw new TryLater(seconds, 'The student may still be picking classes.');
  return unsent.map((one) => one.id);
}

/** Returns false if later emails about moves already covered all of these registrations. */
async function hasNews(database: Reader, personId: number, entries: CalendarEntry[]) {
  const [first] = entries.toSorted((a, b) => a.chosenAt.getTime() - b.chosenAt.getTime());
  if (!first) return false;
  const kind = ['own-move', 'act-for-student', 'class-moved'];
  const isMove = match(sentMessages, { personId, status: 'sent', kind });
  const moves = await database
    .select({ registrationId: sql<number>`(${sentMessages.about} ->> 'registrationId')::int` })
    .from(sentMessages)
    .where(and(isMove, gte(sentMessages.createdAt, first.chosenAt)));
  const covered = new Set(moves.map(({ registrationId }) => registrationId));
  return entries.some(({ registrationId }) => !covered.has(registrationId));
}
