import { and, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isPast, isUpcoming } from '../../../course/class-state.ts';
import { hasClassesToChoose, LAST_CLASS_NUMBER } from '../../../course/course.ts';
import { type Reader, sendTogether, type Transaction } from '../../database/connect.ts';
import { match } from '../../database/rows.ts';
import { registrations, sentMessages } from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import type { Queue } from '../../jobs/queue.ts';
import { defineMessage, outdated } from '../../messages/define-message.ts';
import type { Services } from '../../platform/services.ts';
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

/** This email lists all classes, so it replaces an email about individual choices that isn't queued yet. */
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

const choices = defineMessage('choices', {
  name: 'Class times chosen',
  about: z.object({ registrationIds: z.array(z.int()) }),
  async find({ database, clock, settings }, { person, about, again }) {
    const held = await listEntries(database, person.id);
    const chosen = held.filter((one) => about.registrationIds.includes(one.registrationId));
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
});

/**
 * Queues one email for each student who hasn't picked another class for five minutes. Suspended registrations wait until
 * they are restored.
 */
export async function sendDueChoices({ database, clock, queue }: Services): Promise<void> {
  const { id, studentId, choiceMailDueAt } = registrations;
  const now = clock.now();
  const isDue = and(lte(choiceMailDueAt, now), hasPlace);
  const [first] = await database.select({ id }).from(registrations).where(isDue).limit(1);
  if (!first) return;
  const isLast = sql`not exists (select from registrations later
    where later.student_id = ${studentId} and later.choice_mail_due_at > ${now})`;
  await database.transaction(async (transaction) => {
    const due = await markChoicesAsSent(transaction, and(isDue, isLast));
    const perStudent = [...Map.groupBy(due, (one) => one.studentId)];
    const mails = perStudent.map(([personId, made]) => {
      return { personId, registrationIds: made.map((one) => one.id) };
    });
    await choices.send(queue, transaction, mails);
  });
}

/** Returns false if later emails about changes already covered all of these registrations. */
async function hasNews(database: Reader, personId: number, entries: CalendarEntry[]) {
  const [first] = entries.toSorted((a, b) => a.chosenAt.getTime() - b.chosenAt.getTime());
  if (!first) return false;
  const kind = ['own-move', 'act-for-student', 'class-moved', 'cancellation-undone'];
  const { about } = sentMessages;
  const isChange = match(sentMessages, { personId, status: 'sent', kind });
  const changes = await database
    .select({
      registrationIds: sql<number[]>`coalesce(${about} -> 'registrationIds',
        jsonb_build_array(${about} -> 'registrationId'))`,
    })
    .from(sentMessages)
    .where(and(isChange, gte(sentMessages.createdAt, first.chosenAt)));
  const covered = new Set(changes.flatMap(({ registrationIds }) => registrationIds));
  return entries.some(({ registrationId }) => !covered.has(registrationId));
}
