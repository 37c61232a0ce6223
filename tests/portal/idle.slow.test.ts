import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openWorldOfNodes } from '../support/nodes.ts';

type World = Awaited<ReturnType<typeof openWorldOfNodes>>;

/** Long enough to include the jobs that run every minute. */
const windowMs = 61_000;
/** PostgreSQL's statistics can be up to ten seconds behind. */
const untilCountedMs = 12_000;

/** Startup jobs queue more jobs, and on a busy machine that takes longer, so we measure up to three times. */
const mostWindows = 3;

test('an idle node makes at most three transactions per second', { timeout: 400_000 }, async () => {
  await using world = await openWorldOfNodes();
  await world.startNode();
  await expect.poll(() => countDueJobs(world), { timeout: 120_000, interval: 1000 }).toBe(0);
  await pause(untilCountedMs);
  let rate = Number.POSITIVE_INFINITY;
  for (let window = 0; window < mostWindows && rate > 3; window++) rate = await measureRate(world);
  expect(rate).toBeLessThanOrEqual(3);
});

async function countDueJobs({ database }: World): Promise<number> {
  const { rows } = await database.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job
        where state < 'completed' and start_after <= now() and name <> 'dead-jobs'`,
  );
  return rows[0]?.count ?? 0;
}

async function measureRate(world: World): Promise<number> {
  const before = await countTransactions(world);
  const start = performance.now();
  await pause(windowMs);
  return ((await countTransactions(world)) - before) / ((performance.now() - start) / 1000);
}

async function countTransactions({ database }: World): Promise<number> {
  const { rows } = await database.execute<{ count: number }>(
    sql`select (xact_commit + xact_rollback)::int as count from pg_stat_database
        where datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}
