import type { Transaction } from '../database/connect.ts';
import { webhookEvents } from '../database/schema.ts';
import { sha256 } from './tokens.ts';

/** Depending on the vendor, signatures cover the raw body, or the URL and the posted fields. */
export interface WebhookRequest {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  receivedAt: Date;
}

export type WebhookSource = (typeof webhookEvents.$inferSelect)['source'];

export type RejectedWebhook =
  | { kind: 'untrusted'; reason: string }
  | { kind: 'unreadable'; reason: string };

/** We never delete events whose key starts with this prefix. */
export const lastingKeyPrefix = 'lasting ';

/**
 * Returns a key for an event without a signed timestamp, which could be replayed years later. We hash the key, so that
 * it doesn’t reveal a message or phone number.
 */
export function lastingKey(key: string): string {
  return lastingKeyPrefix + sha256(key).toString('base64url');
}

/**
 * Returns false if we have already handled this event, which happens when the sender resends it. Call this in the
 * transaction that handles the event.
 */
export async function isNewEvent(
  transaction: Transaction,
  event: typeof webhookEvents.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await transaction.insert(webhookEvents).values(event).onConflictDoNothing();
  return rowCount === 1;
}
