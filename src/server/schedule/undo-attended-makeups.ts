import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { attendance, registrations } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import { makeupGivenBack } from './calendar/move-messages.ts';
import { findOpenMakeups, isWeekTaken, undoMakeup } from './undo-makeup.ts';

/**
 * These people turn out to have been in a class for which they may have chosen a makeup: their registration returns
 * to it. Not if they attended the makeup as well, or have another class in the week of the first by now. The caller has
 * locked the people.
 */
export async function undoAttendedMakeups(
  services: Pick<Services, 'queue'>,
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
    const sequence = await undoMakeup(services, transaction, {
      registrationId: id,
      studentId: personId,
      fromClassId: makeupClassId,
      former: { classId, week, wasRescheduled },
      action: 'registration: makeup given back',
      now,
    });
    await makeupGivenBack.send(services.queue, transaction, [
      { personId, registrationId: id, makeup: makeupStart.toISOString(), sequence },
    ]);
  }
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
  return attended > 0 || (await isWeekTaken(transaction, { id, personId, week }));
}
