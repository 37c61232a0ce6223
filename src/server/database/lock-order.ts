import { inArray, type SQL } from 'drizzle-orm';
import type { Transaction } from './connect.ts';
import { people, registrations } from './schema.ts';

/*
 * Every transaction takes its row locks in one order, so that no two wait for each other:
 *   the advisory lock of retreat matching or of closed dates, class_cancellations, people, classes, registrations, reminders;
 *   several rows of one table by id.
 * A foreign key counts: a new row locks the rows it points at (for key share), and changing a person's
 * phone, which is unique, excludes such locks. docs/decisions/005-database-and-locks.md has the whole list.
 */

/**
 * For a transaction that will write rows which point at these people; with `share` they stay as they are until it ends,
 * with `no key update` it is also the only one at a time that changes their classes.
 */
export async function lockPeople(
  transaction: Transaction,
  ids: number[],
  strength: 'key share' | 'share' | 'no key update' = 'key share',
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, ids))
    .orderBy(people.id)
    .for(strength);
}

/** For a transaction that will change these registrations. Their ids, as they are once locked. */
export async function lockRegistrations(
  transaction: Transaction,
  which: SQL | undefined,
): Promise<number[]> {
  const locked = await transaction
    .select({ id: registrations.id })
    .from(registrations)
    .where(which)
    .orderBy(registrations.id)
    .for('no key update');
  return locked.map(({ id }) => id);
}

/** Thrown where rows that are locked now are no longer those that were read to know what to lock. */
export class OutdatedLocks extends Error {}

/** Runs a transaction again, from its first lock, for as long as it throws `OutdatedLocks`. */
export async function retryOutdatedLocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof OutdatedLocks)) throw error;
    }
  }
}
