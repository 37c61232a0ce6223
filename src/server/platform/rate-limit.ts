import { lt, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { attempts } from '../database/schema.ts';
import { MINUTE_MS } from './clock.ts';
import { sha256 } from './tokens.ts';

interface Limit {
  key: string;
  max: number;
  minutes: number;
}

/** Counts attempts per time window, across all nodes. Once the limit is reached, returns false without writing. */
export async function countWithin(
  database: Pick<Transaction, 'insert'>,
  now: Date,
  { key, max, minutes }: Limit,
): Promise<boolean> {
  const length = minutes * MINUTE_MS;
  const counted = await database
    .insert(attempts)
    .values({
      key: sha256(key).toString('base64url'),
      windowStart: new Date(Math.floor(now.getTime() / length) * length),
      count: 1,
    })
    .onConflictDoUpdate({
      target: [attempts.key, attempts.windowStart],
      set: { count: sql`${attempts.count} + 1` },
      setWhere: lt(attempts.count, max),
    })
    .returning({ count: attempts.count });
  return counted.length > 0;
}
