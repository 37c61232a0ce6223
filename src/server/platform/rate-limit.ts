import { sql } from 'drizzle-orm';
import type { Reader } from '../database/connect.ts';
import { prepareSql } from '../database/prepared.ts';
import { findRow } from '../database/rows.ts';
import { attempts } from '../database/schema.ts';
import { MINUTE_MS } from './clock.ts';
import { sha256 } from './tokens.ts';

interface Counted {
  key: string;
  minutes: number;
}

export function countedIn({ key, minutes }: Counted, now: Date) {
  const length = minutes * MINUTE_MS;
  const windowStart = new Date(Math.floor(now.getTime() / length) * length);
  return { key: sha256(key).toString('base64url'), windowStart };
}

const count = prepareSql(sql`
  insert into ${attempts} (key, window_start, count)
  select * from unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('starts')}::timestamptz[],
    ${sql.placeholder('counts')}::int[])
  on conflict (key, window_start) do update set count = attempts.count + excluded.count
    where attempts.count + excluded.count <=
      (${sql.placeholder('most')}::int[])[array_position(${sql.placeholder('keys')}::text[], attempts.key)]
  returning 1`);

/**
 * Counts attempts per time window, across all nodes. Once a limit is reached, returns false without writing to that
 * window.
 */
export async function countWithin(
  database: Reader,
  now: Date,
  ...counters: (Counted & { max: number; by?: number })[]
): Promise<boolean> {
  if (counters.some(({ max, by = 1 }) => by > max)) return false;
  const rows = counters.map((counter) => countedIn(counter, now));
  const counted = await count(database, {
    keys: rows.map(({ key }) => key),
    starts: rows.map(({ windowStart }) => windowStart),
    counts: counters.map(({ by = 1 }) => by),
    most: counters.map(({ max }) => max),
  });
  return counted.length === rows.length;
}

export async function readCount(database: Reader, now: Date, counter: Counted): Promise<number> {
  const { key, windowStart } = countedIn(counter, now);
  const found = await findRow(database, attempts, { key, windowStart });
  return found?.count ?? 0;
}
