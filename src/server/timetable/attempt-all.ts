import { TransactionRollbackError } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';

export interface Attempt<Item> {
  item: Item;
  problem: DomainError | null;
}

/**
 * Attempts all items in one transaction, each in its own savepoint, and throws the first problem. A dry run collects the
 * problems instead, and rolls everything back.
 */
export async function attemptAll<Item>(
  { database }: Services,
  isDryRun: boolean,
  find: (transaction: Transaction) => Promise<Item[]>,
  attempt: (transaction: Transaction, item: Item) => Promise<unknown>,
): Promise<Attempt<Item>[]> {
  let attempts: Attempt<Item>[] = [];
  const run = async (transaction: Transaction) => {
    attempts = [];
    for (const item of await find(transaction)) {
      const problem = await attempt(transaction, item).then(
        () => null,
        (error) => {
          if (isDryRun && error instanceof DomainError) return error;
          throw error;
        },
      );
      attempts.push({ item, problem });
    }
    if (isDryRun) transaction.rollback();
  };
  await retryOutdatedLocks(() => database.transaction(run)).catch((error) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return attempts;
}
