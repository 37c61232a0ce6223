import { inArray } from 'drizzle-orm';
import type { CalendarDate } from '../../../course/calendar-date.ts';
import { type ClearingKind, isCleared } from '../../../course/clearing.ts';
import type { Database, Transaction } from '../../database/connect.ts';
import { insertOne } from '../../database/insert-one.ts';
import { lockRegistrations } from '../../database/lock-order.ts';
import { clearings, registrations } from '../../database/schema.ts';
import type { Services } from '../../platform/services.ts';
import { end, selectHeldClasses, sendCleared } from '../../schedule/index.ts';

type Deps = Pick<Services, 'clock' | 'queue'>;

const reasons: Record<ClearingKind, string> = {
  reset: 'the start date changed',
  alumni: 'the student became an alum',
  deactivation: 'the person was deactivated',
};

export async function listCleared(
  reader: Database | Transaction,
  personId: number,
  kind: ClearingKind,
  now: Date,
) {
  const held = await selectHeldClasses(reader, personId);
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
 * student is told. The caller has locked the student and whoever makes the change. Returns how many they were.
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
    taken.map(({ id }) => id),
  );
  const registrationIds = await lockRegistrations(transaction, whereTaken);
  await end({ queue }, transaction, registrationIds, {
    ...{ endedBy: clearedBy, endReason: reasons[kind], now },
    clearingId: clearing.id,
  });
  await sendCleared(queue, transaction, kind, {
    personId,
    clearingId: clearing.id,
    registrationIds,
  });
  return taken.length;
}
