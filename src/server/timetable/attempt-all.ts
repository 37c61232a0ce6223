import type { Transaction } from '../database/connect.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';

/** Thrown to roll back the transaction. */
class DryRun extends Error {}

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
  const attempts: Attempt<Item>[] = [];
  const run = async (transaction: Transaction) => {
    attempts.length = 0;
    for (const item of await find(transaction)) {
      const keepProblem = (error: unknown) => {
        if (isDryRun && error instanceof DomainError) return error;
        throw error;
      };
      const problem = await attempt(transaction, item).then(() => null, keepProblem);
      attempts.push({ item, problem });
    }
    if (isDryRun) throw new DryRun();
  };
  await retryOutdatedLocks(() => database.transaction(run)).catch((error) => {
    if (!(error instanceof DryRun)) throw error;
  });
  return attempts;
}
