import { and, eq, isNull, sql } from 'drizzle-orm';
import { calendarCalls } from '../../contract/scheduling.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { calendarFeeds, registrations } from '../database/schema.ts';
import { deriveToken, hashToken, newNonce } from '../derived-token.ts';
import { defineJob, type Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';

interface OwnMove {
  personId: number;
  registrationId: number;
  from: string;
  to: string;
}

export const mailSchedule = defineJob<{ personId: number; registrationId: number }>(
  'mail-schedule',
);
export const mailOwnMove = defineJob<OwnMove>('mail-own-move');
export const mailReset = defineJob<{ personId: number; registrationIds: number[] }>('mail-reset');

/** To be set with every change of a registration's time. */
export const nextSequence = sql`${registrations.calendarSequence} + 1`;

/** A class has moved, and all registered with it. */
export async function raiseSequences(transaction: Transaction, classId: number): Promise<number[]> {
  const raised = await transaction
    .update(registrations)
    .set({ calendarSequence: nextSequence })
    .where(and(eq(registrations.classId, classId), isNull(registrations.cancelledAt)))
    .returning({ id: registrations.id });
  return raised.map(({ id }) => id);
}

/** Once the last class is chosen; the registration is that of the last class. */
export async function confirmSchedule(
  queue: Queue,
  transaction: Transaction,
  ids: { personId: number; registrationId: number },
): Promise<void> {
  await queue.add(transaction, mailSchedule, ids);
}

export async function confirmMove(
  queue: Queue,
  transaction: Transaction,
  { from, to, ...ids }: { personId: number; registrationId: number; from: Date; to: Date },
): Promise<void> {
  const times = { from: from.toISOString(), to: to.toISOString() };
  await queue.add(transaction, mailOwnMove, { ...ids, ...times });
}

/** An account was reset, and these registrations with it. */
export async function tellOfReset(
  queue: Queue,
  transaction: Transaction,
  ids: { personId: number; registrationIds: number[] },
): Promise<void> {
  await queue.add(transaction, mailReset, ids);
}

interface Parts {
  database: Database;
  clock: Clock;
  settings: Settings;
}

/** The address that a student's calendar can subscribe to; made when it is first asked for. */
export async function openFeed(parts: Parts, personId: number): Promise<string> {
  const { database, settings } = parts;
  await database.insert(calendarFeeds).values(newFeed(parts, personId)).onConflictDoNothing();
  const [feed] = await database
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.personId, personId));
  if (!feed) throw new Error(`person ${personId} has no calendar address`);
  const token = deriveToken(settings.linkKey, feed.nonce);
  // Made with a key that has been changed since: that address works no more.
  if (!hashToken(token).equals(feed.tokenHash)) return renewFeed(parts, personId);
  return addressOf(settings, token);
}

/** Ends the address there was. */
export async function renewFeed(parts: Parts, personId: number): Promise<string> {
  const feed = newFeed(parts, personId);
  await parts.database
    .insert(calendarFeeds)
    .values(feed)
    .onConflictDoUpdate({ target: calendarFeeds.personId, set: feed });
  return addressOf(parts.settings, deriveToken(parts.settings.linkKey, feed.nonce));
}

function newFeed({ clock, settings }: Parts, personId: number) {
  const nonce = newNonce();
  const tokenHash = hashToken(deriveToken(settings.linkKey, nonce));
  return { personId, nonce, tokenHash, createdAt: clock.now() };
}

function addressOf({ publicUrl }: Settings, token: string): string {
  return `${publicUrl}${calendarCalls.getCalendarFeed.path.replace(':token', token)}`;
}
