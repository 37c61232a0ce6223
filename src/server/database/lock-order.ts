import type { SQL } from 'drizzle-orm';
import type { Transaction } from './connect.ts';
import { lockRows } from './rows.ts';
import { people, registrations } from './schema.ts';

/*
 * To avoid deadlocks, transactions take locks in this order: the advisory lock for retreat matching
 * or for closed dates, class_cancellations, people, classes, registrations, reminders. Within a
 * table, they lock rows in order of id. Foreign keys count, too: inserting a row locks the rows it
 * references (for key share), and changing a person's phone number, which is unique, conflicts with
 * these locks. docs/decisions/005-database-and-locks.md has the whole list.
 */

/**
 * Use this in a transaction that inserts rows referencing these people. `share` also keeps other transactions from
 * changing the people, and `no key update` ensures that only one transaction at a time changes their classes.
 */
export async function lockPeople(
  transaction: Transaction,
  ids: number[],
  strength: 'key share' | 'share' | 'no key update' = 'key share',
): Promise<void> {
  if (ids.length === 0) return;
  await lockRows(transaction, people, { id: ids }, strength);
}

export async function lockRegistrations(transaction: Transaction, which: SQL | undefined) {
  const locked = await lockRows(transaction, registrations, which, 'no key update');
  return locked.map(({ id }) => id);
}

/** Thrown if the locked rows no longer match what was read before locking. */
export class OutdatedLocks extends Error {}

export async function retryOutdatedLocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof OutdatedLocks)) throw error;
    }
  }
}
