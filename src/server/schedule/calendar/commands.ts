import { scheduleCalls } from '../../../contract/schedule.ts';
import type { Transaction } from '../../database/connect.ts';
import { findRow } from '../../database/rows.ts';
import { calendarFeeds } from '../../database/schema.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import type { Services } from '../../platform/services.ts';
import type { Settings } from '../../platform/settings.ts';
import { deriveToken, newNonce, sha256 } from '../../platform/tokens.ts';

/** Returns the URL of the person's calendar feed, and creates the feed on first use. */
export async function openFeed(services: Services, personId: number): Promise<string> {
  const { database, settings } = services;
  await database.insert(calendarFeeds).values(newFeed(services, personId)).onConflictDoNothing();
  const feed = await findRow(database, calendarFeeds, { personId });
  if (!feed) throw new Error(`person ${personId} has no calendar feed`);
  const token = deriveToken(settings.linkKey, feed.nonce);
  // If the server's key has changed since we made the URL, the old URL no longer works.
  if (!sha256(token).equals(feed.tokenHash)) return replaceFeed(services, personId);
  return feedUrl(settings, token);
}

export async function renewFeed(services: Services, personId: number): Promise<string> {
  await limitPerson(services.database, services.clock.now(), 'calendar address', personId);
  return replaceFeed(services, personId);
}

async function replaceFeed(services: Services, personId: number): Promise<string> {
  const feed = newFeed(services, personId);
  await services.database
    .insert(calendarFeeds)
    .values(feed)
    .onConflictDoUpdate({ target: calendarFeeds.personId, set: feed });
  return feedUrl(services.settings, deriveToken(services.settings.linkKey, feed.nonce));
}

function newFeed({ clock, settings }: Services, personId: number) {
  const nonce = newNonce();
  const tokenHash = sha256(deriveToken(settings.linkKey, nonce));
  return { personId, nonce, tokenHash, createdAt: clock.now() };
}

function feedUrl({ publicUrl }: Settings, token: string): string {
  return `${publicUrl}${scheduleCalls.getCalendarFeed.path.replace(':token', token)}`;
}

export async function endAllFeeds(transaction: Transaction): Promise<number> {
  const { rowCount } = await transaction.delete(calendarFeeds);
  return rowCount ?? 0;
}
