import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Clock } from './clock.ts';
import type { Database, Transaction } from './database/connect.ts';
import { sentMessages } from './database/schema.ts';
import { type Texter, type TextMessage, TextProblem } from './integrations/texts/port.ts';
import { GiveUp, TryLater } from './jobs/outcomes.ts';
import type { Queue } from './jobs/queue.ts';
import type { Settings } from './settings.ts';

/** Where the provider tells what became of a message. */
export const deliveryPath = '/api/webhooks/twilio/status';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  texter: Texter;
  settings: Settings;
}

interface Text extends TextMessage {
  /** Says what the text is about: it is sent once, however often it is asked for. */
  key: string;
  personId: number | null;
  /** A part of the body that stands in no other text: the provider is asked for it. */
  mark: string;
}

/**
 * Sends a text once. It is noted before the provider is asked, so that after a crash, or an answer
 * that never came, the provider is asked for it before it is sent again. False means that the person
 * has told the provider to stop.
 */
export function sendText(
  parts: Parts,
  { key, personId, mark, ...message }: Text,
): Promise<boolean> {
  const { database, clock, queue, texter, settings } = parts;
  return queue.inTurn(`text ${key}`, async () => {
    const noted = await note(parts, key, personId, message.to);
    if (noted.providerId) return true;
    try {
      const known = noted.isNew ? null : await texter.find(message.to, mark, noted.createdAt);
      const toldAt = `${settings.publicUrl}${deliveryPath}?message=${noted.id}`;
      const providerId = known ?? (await texter.send(message, toldAt));
      // What became of it may have been told already.
      const status = sql`case when ${sentMessages.status} = 'delivered' then 'delivered' else 'sent' end`;
      await update({ providerId, status, problem: null, settledAt: clock.now() });
      return true;
    } catch (error) {
      if (!(error instanceof TextProblem)) throw error;
      const { kind, message: problem, retryAfterSeconds } = error;
      const isFinal = kind === 'opted-out' || kind === 'refused';
      await update({ problem, ...(isFinal && { status: 'failed', settledAt: clock.now() }) });
      if (kind === 'opted-out') return false;
      if (kind === 'refused') throw new GiveUp(problem);
      throw retryAfterSeconds === undefined ? error : new TryLater(retryAfterSeconds, problem);
    }

    function update(change: PgUpdateSetSource<typeof sentMessages>) {
      return database.update(sentMessages).set(change).where(eq(sentMessages.id, noted.id));
    }
  });
}

async function note({ database, clock }: Parts, key: string, personId: number | null, to: string) {
  const [made] = await database
    .insert(sentMessages)
    .values({
      key,
      personId,
      channel: 'text',
      recipient: to,
      status: 'queued',
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning();
  if (made) return { ...made, isNew: true };
  const [known] = await database.select().from(sentMessages).where(eq(sentMessages.key, key));
  if (!known) throw new Error(`the note of ${key} is gone`);
  return { ...known, isNew: false };
}

interface Delivery {
  providerId: string;
  status: 'sent' | 'delivered' | 'failed';
  problem: string | null;
}

/** Tellings can overtake each other: what is on its way has not come back from where it arrived. */
export async function noteDelivery(
  transaction: Transaction,
  messageId: number,
  { providerId, status, problem }: Delivery,
  now: Date,
): Promise<void> {
  const open = status === 'sent' ? (['queued'] as const) : (['queued', 'sent'] as const);
  await transaction
    .update(sentMessages)
    .set({ providerId, status, problem, settledAt: now })
    .where(and(eq(sentMessages.id, messageId), inArray(sentMessages.status, [...open])));
}
