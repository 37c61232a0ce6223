import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Transaction } from '../../src/server/database/connect.ts';
import type { Portal } from './portal.ts';

const waiting = sql`select from pg_stat_activity
  where datname = current_database() and wait_event in ('transactionid', 'tuple')`;

export async function untilWaiting({ database }: Portal, count = 1): Promise<void> {
  await expect
    .poll(() => database.execute(waiting), { timeout: 30_000 })
    .toMatchObject({ rowCount: count });
}

export async function untilBlocking(transaction: Transaction): Promise<void> {
  const blocked = sql`select from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  await expect
    .poll(async () => (await transaction.execute(blocked)).rowCount, { timeout: 30_000 })
    .toBeGreaterThan(0);
}
