import type { Transaction } from './database/connect.ts';
import { webhookEvents } from './database/schema.ts';

/** Other sites tell us things more than once. True the first time, in the transaction of what follows from it. */
export async function isNewEvent(
  transaction: Transaction,
  event: typeof webhookEvents.$inferInsert,
): Promise<boolean> {
  const added = await transaction
    .insert(webhookEvents)
    .values(event)
    .onConflictDoNothing()
    .returning();
  return added.length > 0;
}
