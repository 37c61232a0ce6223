import { inArray } from 'drizzle-orm';
import { type ClearingKind, isCleared } from '../../../course/clearing.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import { lockRegistrations } from '../../database/lock-order.ts';
import { insertOne } from '../../database/rows.ts';
import { clearings, registrations } from '../../database/schema.ts';
import type { Services } from '../../platform/services.ts';
import { end, selectHeldClasses, sendCleared } from '../../schedule/index.ts';

const reasons: Record<ClearingKind, string> = {
  reset: 'the start date changed',
  alumni: 'the student became an alum',
  deactivation: 'the person was deactivated',
};

export async function listCleared(reader: Reader, personId: number, kind: ClearingKind, now: Date) {
  const held = await selectHeldClasses(reader, personId);
  return held.filter((one) => isCleared(one, kind, now));
}

/**
 * Removes classes from the student's schedule, along with their Zoom registrations and reminders, and emails the
 * student. Returns how many classes were removed. The caller must lock the student and the actor first.
 */
export async function clearSchedule(
  { clock, queue }: Services,
  transaction: Transaction,
  clearing: Omit<typeof clearings.$inferInsert, 'clearedAt'>,
): Promise<number> {
  const { personId, clearedBy, kind } = clearing;
  const now = clock.now();
  const ids = (await listCleared(transaction, personId, kind, now)).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const values = { ...clearing, clearedAt: now };
  const { id: clearingId } = await insertOne(transaction, clearings, values);
  const registrationIds = await lockRegistrations(transaction, inArray(registrations.id, ids));
  const why = { endedBy: clearedBy, endReason: reasons[kind], clearingId, now };
  await end(queue, transaction, registrationIds, why);
  await sendCleared(queue, transaction, kind, { personId, clearingId, registrationIds });
  return ids.length;
}
