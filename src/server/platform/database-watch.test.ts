import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../../tests/support/database-proxy.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { watchDatabase } from './database-watch.ts';
import { createLog } from './log.ts';

const hour = 60 * 60 * 1000;
const pace = { askEveryMs: 20 };
let databaseUrl: string;
let client: pg.Client;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await createDatabase());
  client = new pg.Client(databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await drop();
});

async function watch(machineNow?: () => number, url = databaseUrl) {
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const watching = await watchDatabase(url, log, {
    ...pace,
    ...(machineNow && { machineNow }),
    ...(url !== databaseUrl && { statementMs: 1500 }),
  });
  return { ...watching, logged, [Symbol.asyncDispose]: watching.stop };
}

test.each([-1, 1])(
  'a node whose clock is off by %s hours is not ready and uses the database’s time',
  async (hours) => {
    await using node = await watch(() => Date.now() + hours * hour);
    // The node ignores the time in slow responses, so this may take several probes.
    await expect.poll(node.whyNotReady).toMatch(/^this machine’s clock is more than/);
    expect(Math.abs(node.clock.now().getTime() - Date.now())).toBeLessThan(1500);
    expect(node.logged.join()).toContain('this machine’s clock is more than');
  },
);

test('a node whose clock was corrected is ready again, and each change is logged once', async () => {
  let offset = hour;
  await using node = await watch(() => Date.now() + offset);
  await expect.poll(node.whyNotReady).toBeDefined();
  offset = 500;
  await expect.poll(node.whyNotReady).toBe(undefined);
  expect(node.logged.filter((line) => line.includes('this machine’s clock'))).toHaveLength(2);
});

test('a node is not ready while its database’s disk is full, and recovers afterward', async () => {
  await client.query(`
    create function refuse_tables() returns event_trigger language plpgsql
      as $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$;
    create event trigger full_disk on ddl_command_start execute function refuse_tables()`);
  await using node = await watch();
  expect(node.whyNotReady()).toBe('the database’s disk is full');
  await client.query('drop event trigger full_disk; drop function refuse_tables');
  await expect.poll(node.whyNotReady).toBe(undefined);
});

test('a database without one of the migrations is not ready', async () => {
  await client.query('update drizzle.__drizzle_migrations set hash = hash || $$x$$ where id = 1');
  await using node = await watch();
  expect(node.whyNotReady()).toBe('the database is missing migrations');
  await client.query(
    'update drizzle.__drizzle_migrations set hash = rtrim(hash, $$x$$) where id = 1',
  );
  await expect.poll(node.whyNotReady).toBe(undefined);
});

test('a node whose check timed out is ready again once the database responds', async () => {
  await using proxy = await startDatabaseProxy(databaseUrl);
  proxy.stallNext('begin', 3000);
  await using node = await watch(undefined, proxy.url);
  expect(node.whyNotReady()).toBe('the database is read-only');
  await expect.poll(node.whyNotReady).toBe(undefined);
});
