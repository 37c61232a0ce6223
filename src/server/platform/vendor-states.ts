import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/connect.ts';
import { vendorStates } from '../database/schema.ts';
import { type Clock, MINUTE_MS } from './clock.ts';
import { problemRows } from './problem-rows.ts';

export type Vendor = (typeof vendorStates.$inferSelect)['vendor'];

type Seen =
  | { state: 'works' }
  | { state: 'fails'; reason: string }
  /** For so many seconds it takes no more. */
  | { state: 'limited'; reason: string; seconds: number };

export type NoteVendor = (seen: Seen) => void;

interface Deps {
  database: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}

/** What has not changed is written again after this time. */
const writeEveryMs = MINUTE_MS;

/** Notes for all nodes whether a vendor answers. */
export function openVendorNotes({ database, clock, log }: Deps, vendor: Vendor): NoteVendor {
  let last: Seen['state'] | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;

  return (seen) => {
    const isNews = seen.state !== last || performance.now() - writtenAt > writeEveryMs;
    if (!isNews) return;
    last = seen.state;
    writtenAt = performance.now();
    write(seen).catch((error) => {
      last = undefined;
      log.warn({ err: error, vendor }, 'whether a vendor answers could not be noted');
    });
  };

  async function write(seen: Seen) {
    const set = columnsOf(seen, clock.now());
    const { failingSince, limitedSince } = vendorStates;
    await database
      .insert(vendorStates)
      .values({ vendor, ...set })
      .onConflictDoUpdate({
        target: vendorStates.vendor,
        set: {
          ...set,
          ...(seen.state === 'fails' && {
            failingSince: sql`coalesce(${failingSince}, excluded.failing_since)`,
          }),
          ...(seen.state === 'limited' && {
            limitedSince: sql`coalesce(${limitedSince}, excluded.limited_since)`,
          }),
        },
      });
  }
}

function columnsOf(seen: Seen, now: Date) {
  if (seen.state === 'works') {
    const none = { failingSince: null, limitedSince: null, limitedUntil: null, reason: null };
    return { lastSuccessAt: now, ...none };
  }
  const { reason } = seen;
  if (seen.state === 'fails') return { failingSince: now, lastFailureAt: now, reason };
  const limitedUntil = new Date(now.getTime() + seen.seconds * 1000);
  return { failingSince: null, limitedSince: now, limitedUntil, reason };
}

/** One call that failed is no news: jobs are tried again after seconds. */
const shownAfter = sql`interval '2 minutes'`;

/** Vendors that do not answer, and limits that are reached. */
export function vendorProblems(now: Date) {
  const time = sql`${now.toISOString()}::timestamptz`;
  return [
    problemRows(
      'vendors',
      {
        key: sql`vendor`,
        since: sql`failing_since`,
        subject: sql`vendor`,
        reason: sql`reason`,
      },
      sql`from vendor_states where failing_since <= ${time} - ${shownAfter}`,
    ),
    problemRows(
      'limits',
      {
        key: sql`vendor`,
        since: sql`limited_since`,
        subject: sql`vendor`,
        reason: sql`reason`,
        until: sql`limited_until`,
      },
      sql`from vendor_states where limited_until > ${time}`,
    ),
  ];
}
