import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { type ClearingKind, isCleared } from '../../course/clearing.ts';
import { nextSequence, sendCleared } from '../calendar/index.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { attendance, classes, clearings, registrations } from '../database/schema.ts';
import { enqueueRegistrantSync } from '../meetings/index.ts';
import type { Services } from '../platform/services.ts';
import { planReminders } from '../reminders/index.ts';

type Deps = Pick<Services, 'clock' | 'queue'>;

const reasons: Record<ClearingKind, string> = {
  reset: 'the start date changed',
  alumni: 'the student became one of the alumni',
  deactivation: 'the access ended',
};

/** The classes that somebody holds, with what became of each. */
export function selectHeld(reader: Database | Transaction, personId: number) {
  return reader
    .select({
      registrationId: registrations.id,
      classId: registrations.classId,
      classNumber: registrations.classNumber,
      startsAt: classes.startsAt,
      week: classes.pacificWeek,
      status: attendance.status,
      isWaiting: isNotNull(registrations.cancellationId).mapWith(Boolean),
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(
      attendance,
      and(eq(attendance.personId, registrations.studentId), eq(attendance.classId, classes.id)),
    )
    .where(and(eq(registrations.studentId, personId), isNull(registrations.cancelledAt)))
    .orderBy(asc(registrations.classNumber));
}

export async function listCleared(
  reader: Database | Transaction,
  personId: number,
  kind: ClearingKind,
  now: Date,
) {
  const held = await selectHeld(reader, personId);
  return held.filter((one) => isCleared(one, kind, now));
}

interface Change {
  personId: number;
  clearedBy: number;
  kind: ClearingKind;
  startDates?: { startDateBefore: CalendarDate; startDateAfter: CalendarDate };
}

/**
 * Takes the classes from a schedule that go by this change. Their places at Zoom and reminders go with them, and the
 * student is told. The caller has locked the student and whoever makes the change. Answers how many they were.
 */
export async function clearSchedule(
  { clock, queue }: Deps,
  transaction: Transaction,
  { personId, clearedBy, kind, startDates }: Change,
): Promise<number> {
  const now = clock.now();
  const taken = await listCleared(transaction, personId, kind, now);
  if (taken.length === 0) return 0;
  const values = { personId, kind, clearedAt: now, clearedBy, ...startDates };
  const clearing = await insertOne(transaction, clearings, values);
  const whereTaken = inArray(
    registrations.id,
    taken.map(({ registrationId }) => registrationId),
  );
  const registrationIds = await lockRegistrations(transaction, whereTaken);
  await transaction
    .update(registrations)
    .set({
      cancelledAt: now,
      cancelledBy: clearedBy,
      cancelReason: reasons[kind],
      clearingId: clearing.id,
      calendarSequence: nextSequence,
    })
    .where(whereTaken);
  const seats = taken.map(({ classId }) => ({ personId, classId }));
  await enqueueRegistrantSync(queue, transaction, ...seats);
  await planReminders(transaction, registrationIds, now);
  await sendCleared(queue, transaction, kind, {
    personId,
    clearingId: clearing.id,
    registrationIds,
  });
  return taken.length;
}
