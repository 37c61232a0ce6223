import type { Transaction } from '../database/connect.ts';
import { webhookEvents } from '../database/schema.ts';
import { sha256 } from './tokens.ts';

/** Signatures cover the raw body or the URL. */
export interface WebhookRequest {
  /** The public URL, with the query. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  receivedAt: Date;
}

export type WebhookSource = (typeof webhookEvents.$inferSelect)['source'];

export type RejectedWebhook =
  | { kind: 'untrusted'; reason: string }
  | { kind: 'unreadable'; reason: string };

/** Events with this prefix are kept for good. */
export const lastingKeyPrefix = 'lasting ';

/**
 * For events without a signed time that could be replayed years later. Hashed, so that it doesn’t lead back to a
 * message or number.
 */
export function lastingKey(key: string): string {
  return lastingKeyPrefix + sha256(key).toString('base64url');
}

/** Senders repeat events. True the first time; call it in the transaction of the effects. */
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
