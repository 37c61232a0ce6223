import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { lockPeople, lockRegistrations, OutdatedLocks } from '../database/lock-order.ts';
import { classes, registrations } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { lockInstructor } from './hosts.ts';
import { listRegistered } from './queries.ts';

/**
 * The class and all that a move of it changes. The people come first, as everywhere: their new reminders point at
 * them. Cancelled registrations are locked too, since the foreign key changes their copy of the week.
 */
export async function lockForEdit(
  transaction: Transaction,
  classId: number,
  instructorId: number | null,
) {
  const known = new Set(await listRegistered(transaction, classId));
  await lockPeople(transaction, [...known]);
  await lockInstructor(transaction, instructorId);
  const locked = await lockClass(transaction, classId);
  const registered = await listRegistered(transaction, classId);
  if (registered.some((id) => !known.has(id))) throw new OutdatedLocks();
  await lockRegistrations(transaction, eq(registrations.classId, classId));
  return locked;
}

/** Against whoever is just registering for it: they hold it, too, while they decide. */
export async function lockClass(transaction: Transaction, classId: number) {
  const [found] = await transaction
    .select()
    .from(classes)
    .where(eq(classes.id, classId))
    .for('update');
  if (!found) throw new DomainError('not-found');
  if (found.deletedAt) throw new DomainError('class-deleted');
  if (found.cancellationId) throw new DomainError('class-cancelled');
  return found;
}
