import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { attempts } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';

interface Limit {
  key: string;
  most: number;
  minutes: number;
}

const minute = 60 * 1000;

/**
 * Counts one more attempt under each key, on all nodes together. A refused attempt is counted too:
 * the counting is a statement of its own, not undone with the rest.
 */
export async function countAttempts(
  database: Pick<Transaction, 'insert'>,
  now: Date,
  limits: Limit[],
): Promise<void> {
  const rows = limits.map(({ key, minutes }) => ({
    key: createHash('sha256').update(key).digest('base64url'),
    windowStart: new Date(Math.floor(now.getTime() / (minutes * minute)) * minutes * minute),
    count: 1,
  }));
  // In one order for all, so that two requests cannot wait for each other.
  const inOrder = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const counted = await database
    .insert(attempts)
    .values(inOrder)
    .onConflictDoUpdate({
      target: [attempts.key, attempts.windowStart],
      set: { count: sql`${attempts.count} + 1` },
    })
    .returning();
  const isOver = rows.some((row, at) => {
    const count = counted.find(({ key }) => key === row.key)?.count ?? 0;
    return count > (limits[at]?.most ?? 0);
  });
  if (isOver) {
    throw new Refusal(429, 'That was too many attempts. Please wait a few minutes and try again.');
  }
}
