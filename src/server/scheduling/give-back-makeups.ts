import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { enqueueMakeupGivenBackMail, nextSequence } from '../calendar/index.ts';
import type { Transaction } from '../database/connect.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { attendance, classes, makeups, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { enqueueRegistrantSync } from '../meetings/index.ts';
import { recordAudit } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { planReminders } from '../reminders/index.ts';

/**
 * These people turn out to have been in a class for which they may have chosen a makeup: their registration goes back
 * to it. Not where they have been to the makeup as well, or meanwhile have another class in the week of the first.
 * The caller has locked the people.
 */
export async function giveBackMakeups(
  { queue }: Pick<Services, 'queue'>,
  transaction: Transaction,
  { classId, personIds, now }: { classId: number; personIds: number[]; now: Date },
): Promise<void> {
  if (personIds.length === 0) return;
  const open = await findOpenMakeups(transaction, classId, personIds);
  await lockRegistrations(
    transaction,
    inArray(
      registrations.id,
      open.map(({ id }) => id),
    ),
  );
  for (const { id, personId, makeupClassId, makeupStart, wasRescheduled, week } of open) {
    if (await isKept(transaction, { id, personId, makeupClassId, week })) continue;
    const [moved] = await transaction
      .update(registrations)
      .set({
        classId,
        pacificWeek: week,
        isRescheduled: wasRescheduled,
        cancellationId: null,
        calendarSequence: nextSequence,
      })
      .where(eq(registrations.id, id))
      .returning({ sequence: registrations.calendarSequence });
    await transaction
      .update(makeups)
      .set({ givenBackAt: now })
      .where(and(eq(makeups.registrationId, id), eq(makeups.missedClassId, classId)));
    await recordAudit(transaction, {
      at: now,
      action: 'registration: makeup given back',
      subject: `registration:${id}`,
      before: { classId: makeupClassId },
      after: { classId },
    });
    await enqueueRegistrantSync(queue, transaction, { personId, classId: makeupClassId });
    await planReminders(transaction, [id], now);
    await enqueueMakeupGivenBackMail(queue, transaction, {
      personId,
      registrationId: id,
      makeup: makeupStart,
      sequence: moved?.sequence ?? 0,
    });
  }
}

function findOpenMakeups(transaction: Transaction, classId: number, personIds: number[]) {
  const missed = alias(classes, 'missed');
  return transaction
    .select({
      id: registrations.id,
      personId: registrations.studentId,
      makeupClassId: registrations.classId,
      makeupStart: classes.startsAt,
      wasRescheduled: makeups.wasRescheduled,
      week: missed.pacificWeek,
    })
    .from(makeups)
    .innerJoin(registrations, eq(registrations.id, makeups.registrationId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(missed, eq(missed.id, makeups.missedClassId))
    .where(
      and(
        eq(makeups.missedClassId, classId),
        isNull(makeups.givenBackAt),
        inArray(registrations.studentId, personIds),
        isNull(registrations.cancelledAt),
        ne(registrations.classId, classId),
      ),
    )
    .orderBy(registrations.id);
}

interface Makeup {
  id: number;
  personId: number;
  makeupClassId: number;
  week: string;
}

async function isKept(transaction: Transaction, { id, personId, makeupClassId, week }: Makeup) {
  const attended = await transaction.$count(
    attendance,
    and(eq(attendance.personId, personId), eq(attendance.classId, makeupClassId)),
  );
  const inTheWay = await transaction.$count(
    registrations,
    and(
      eq(registrations.studentId, personId),
      eq(registrations.pacificWeek, week),
      ne(registrations.id, id),
      hasPlace,
    ),
  );
  return attended > 0 || inTheWay > 0;
}
