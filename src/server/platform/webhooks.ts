import type { Transaction } from '../database/connect.ts';
import { webhookEvents } from '../database/schema.ts';
import { sha256 } from './tokens.ts';

/** A request of another site as it came in: its signature is over these very bytes, or over this URL. */
export interface WebhookRequest {
  /** The public one, with the query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  receivedAt: Date;
}

export type WebhookSource = (typeof webhookEvents.$inferSelect)['source'];

/** What a port's `parseWebhook` answers for a request that is not acted upon. */
export type RejectedWebhook =
  | { kind: 'untrusted'; reason: string }
  | { kind: 'unreadable'; reason: string };

/** Events whose key begins so are kept for good: see `lastingKey`. */
export const lastingKeyPrefix = 'lasting ';

/**
 * The key of an event that bears no signed time and would still have an effect after years, so that it has to be known
 * for as long as it could be sent again. It is a hash: what is kept leads nobody to the message and so to a number.
 */
export function lastingKey(key: string): string {
  return lastingKeyPrefix + sha256(key).toString('base64url');
}

/** Other sites send the same event more than once. True the first time, in the transaction of what follows from it. */
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
