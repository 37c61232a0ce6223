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

/** The row that counts attempts in the current time window. */
export function countedIn({ key, minutes }: Counted, now: Date) {
  const length = minutes * MINUTE_MS;
  const windowStart = new Date(Math.floor(now.getTime() / length) * length);
  return { key: sha256(key).toString('base64url'), windowStart };
}

/** Counts attempts per time window, across all nodes. Once the limit is reached, returns false without writing. */
export function countWithin(
  database: Pick<Transaction, 'insert'>,
  now: Date,
  counter: Counted & { max: number },
): Promise<boolean> {
  return countAllWithin(database, now, [counter]);
}

/** Counts one attempt in several windows. Returns false if one of their limits is reached. */
export async function countAllWithin(
  database: Pick<Transaction, 'insert'>,
  now: Date,
  counters: (Counted & { max: number })[],
): Promise<boolean> {
  const isBelow = counters.map(({ max, ...counter }) => {
    const { key } = countedIn(counter, now);
    return sql`${attempts.key} = ${key} and ${attempts.count} < ${max}`;
  });
  const counted = await database
    .insert(attempts)
    .values(counters.map((counter) => ({ ...countedIn(counter, now), count: 1 })))
    .onConflictDoUpdate({
      target: [attempts.key, attempts.windowStart],
      set: { count: sql`${attempts.count} + 1` },
      setWhere: sql.join(isBelow, sql` or `),
    })
    .returning({ count: attempts.count });
  return counted.length === counters.length;
}

export async function readCount(database: Reader, now: Date, counter: Counted): Promise<number> {
  const { key, windowStart } = countedIn(counter, now);
  const found = await findRow(database, attempts, { key, windowStart });
  return found?.count ?? 0;
}
