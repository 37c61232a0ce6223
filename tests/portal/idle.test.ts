import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openWorldOfNodes } from '../support/nodes.ts';

type World = Awaited<ReturnType<typeof openWorldOfNodes>>;

const windowMs = 10_000;

test('an idle node makes at most three transactions a second', { timeout: 150_000 }, async () => {
  await using world = await openWorldOfNodes();
  await world.startNode();
  // PostgreSQL counts what a connection did up to ten seconds late, so the first window has the start in it.
  await expect.poll(() => measureRate(world), { timeout: 120_000 }).toBeLessThanOrEqual(3);
});

/** Transactions a second, over a while in which nobody asks the node for anything. */
async function measureRate(world: World): Promise<number> {
  const before = await countTransactions(world);
  const start = performance.now();
  await pause(windowMs);
  return ((await countTransactions(world)) - before) / ((performance.now() - start) / 1000);
}

/** Of this test's database alone, by whichever connection. */
async function countTransactions({ database }: World): Promise<number> {
  const { rows } = await database.execute<{ count: number }>(
    sql`select (xact_commit + xact_rollback)::int as count from pg_stat_database
        where datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}
