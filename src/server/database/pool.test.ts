import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../../tests/support/database-proxy.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { openPool } from './pool.ts';

let url: string;
let drop: () => Promise<void>;
let other: pg.Client;
beforeAll(async () => {
  ({ url, drop } = await createDatabase());
  other = new pg.Client(url);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await drop();
});

const options = { name: 'pool-test', max: 2, connectMs: 2000, statementMs: 300 };

test.each([false, true])(
  'a pool recovers all its connections after a begin that timed out (pipelined: %s)',
  async (pipeline) => {
    await using proxy = await startDatabaseProxy(url);
    const pool = openPool(proxy.url, { ...options, max: 1, pipeline });
    const database = drizzle(pool);
    proxy.stallNext('begin', 1000);
    await expect(database.transaction(async () => {})).rejects.toThrow();
    const one = await database.transaction((open) => open.execute(sql`select 1 as one`));
    expect(one.rows).toEqual([{ one: 1 }]);
    await pool.end();
  },
);

test('queries that time out waiting for a lock leave no connections behind', async () => {
  const pool = openPool(url, { ...options, pipeline: true });
  await other.query('begin; lock table closed_dates');
  for (let round = 0; round < 4; round += 1) {
    const tries = [1, 2].map(() => pool.query('select from closed_dates'));
    for (const { status } of await Promise.allSettled(tries)) expect(status).toBe('rejected');
  }
  const { rows } = await other.query(
    `select count(*)::int from pg_stat_activity where application_name = 'pool-test' and datname = current_database()`,
  );
  await other.query('rollback');
  expect(rows[0].count).toBeLessThanOrEqual(2);
  await pool.end();
});
