import { sql } from 'drizzle-orm';
import type { Reader, Transaction } from '../database/connect.ts';
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

/**
 * Counts attempts per time window, across all nodes. Once a limit is reached, returns false without writing to that
 * window.
 */
export async function countWithin(
  database: Pick<Transaction, 'insert'>,
  now: Date,
  ...counters: (Counted & { max: number; by?: number })[]
): Promise<boolean> {
  if (counters.some(({ max, by = 1 }) => by > max)) return false;
  const rows = counters.map((counter) => ({ ...countedIn(counter, now), count: counter.by ?? 1 }));
  const isBelow = rows.map(
    ({ key, count }, at) =>
      sql`${attempts.key} = ${key} and ${attempts.count} <= ${counters[at]?.max ?? 0} - ${count}::int`,
  );
  const counted = await database
    .insert(attempts)
    .values(rows)
    .onConflictDoUpdate({
      target: [attempts.key, attempts.windowStart],
      set: { count: sql`${attempts.count} + excluded.count` },
      setWhere: sql.join(isBelow, sql` or `),
    })
    .returning({ count: attempts.count });
  return counted.length === rows.length;
}

export async function readCount(database: Reader, now: Date, counter: Counted): Promise<number> {
  const { key, windowStart } = countedIn(counter, now);
  const found = await findRow(database, attempts, { key, windowStart });
  return found?.count ?? 0;
}
