import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../tests/support/clock.ts';
import { discard } from '../../tests/support/leftovers.ts';
import { createEmptyDatabase } from '../../tests/support/postgres.ts';
import { connect, type Database } from '../server/database/connect.ts';
import { claimInstallation } from '../server/database/installation.ts';
import { migrate } from '../server/database/migrate.ts';
import { classes, installation, people } from '../server/database/schema.ts';
import { fillDemo } from './fill.ts';
import { refuseProductionMode, refuseRealDatabase } from './start-checks.ts';

let url: string;
const directory = mkdtempSync(join(tmpdir(), 'course-portal-refused-'));
let database: Database;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url, drop } = await createEmptyDatabase());
  database = connect(url, { poolSize: 2, onLostConnection: () => {} });
});
afterEach(async () => {
  await database.$client.end();
  await drop();
});
afterAll(() => discard(directory));

const person = { role: 'admin', firstName: 'A', lastName: 'B', createdAt: testNow } as const;
const addPerson = (email: string) => database.insert(people).values({ ...person, email });
const marks = () => database.select({ kind: installation.kind }).from(installation);
const counts = async () => [await database.$count(people), await database.$count(classes)];

/** Runs what `npm start` runs, but without npm. */
function start(environment: Record<string, string>) {
  const unused = { DATA_DIR: directory, PORT: '1', SANDBOX_PORT: '1' };
  const program = `import('./src/demo/start.ts').then((m) => m.runDemo(console.log, { portal: '', sandbox: '' })).catch((e) => { console.error(e.message); process.exit(1); })`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, ...unused, ...environment },
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('the demo refuses production mode before it needs a database', {
  timeout: 60_000,
}, () => {
  const { status, stderr } = start({ PORTAL_MODE: 'production', DATABASE_URL: '' });
  expect(status).toBe(1);
  expect(stderr).toContain('PORTAL_MODE is “production”, but npm start runs the demo.');
  expect(() => refuseProductionMode({ PORTAL_MODE: 'demo' })).not.toThrow();
});

test('an empty database is filled and marked as a demo in one transaction', async () => {
  await migrate(url);
  await expect(refuseRealDatabase(url)).resolves.toBeUndefined();
  await fillDemo(url, testNow);
  expect(await marks()).toEqual([{ kind: 'demo' }]);
  const { rows } = await database.execute<{ same: boolean }>(
    sql`select count(distinct xmin) = 1 as same
        from (select xmin::text from installation union all select xmin::text from people) written`,
  );
  expect(rows).toEqual([{ same: true }]);
});

test('an unmarked demo database is marked and keeps its people', async () => {
  await migrate(url);
  await fillDemo(url, testNow);
  await database.delete(installation);
  const before = await counts();
  await fillDemo(url, testNow);
  expect(await marks()).toEqual([{ kind: 'demo' }]);
  expect(await counts()).toEqual(before);
});

test('a demo with added people is still a demo', async () => {
  await migrate(url);
  await fillDemo(url, testNow);
  await addPerson('ada@school.test');
  await expect(refuseRealDatabase(url)).resolves.toBeUndefined();
});

test('an unmarked database with other people is refused, and nothing is written', async () => {
  await migrate(url);
  await addPerson('Ada@school.test');
  for (const attempt of [() => refuseRealDatabase(url), () => fillDemo(url, testNow)]) {
    await expect(attempt()).rejects.toThrow('has people who aren’t in the demo');
  }
  expect([await counts(), await marks()]).toEqual([[1, 0], []]);
});

test('a real portal’s database is rejected even if it is empty, and nothing is written', async () => {
  await migrate(url);
  await claimInstallation(database, 'production', testNow);
  for (const attempt of [() => refuseRealDatabase(url), () => fillDemo(url, testNow)]) {
    await expect(attempt()).rejects.toThrow('belongs to a real portal');
  }
  expect([await counts(), await marks()]).toEqual([[0, 0], [{ kind: 'production' }]]);
});

test('the demo refuses before it migrates', { timeout: 60_000 }, async () => {
  await database.execute(sql`create table people (email text)`);
  await database.execute(sql`insert into people values ('ada@school.test')`);
  const { status, stderr } = start({ PORTAL_MODE: '', DATABASE_URL: url });
  expect([status, stderr]).toEqual([1, expect.stringContaining('who aren’t in the demo')]);
  const { rows } = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema in ('public', 'drizzle')`,
  );
  expect(rows).toEqual([{ name: 'people' }]);
});

test('a real portal that marks the database first keeps the demo out', async () => {
  await migrate(url);
  const filled = await database.transaction(async (transaction) => {
    await claimInstallation(transaction, 'production', testNow);
    const outcome = fillDemo(url, testNow).catch((error: Error) => error.message);
    // The demo has found no mark in the database and is waiting for this transaction before it writes its own.
    await expect
      .poll(async () => {
        const { rows } = await database.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    return { outcome };
  });
  expect(await filled.outcome).toContain('belongs to a real portal');
  expect(await counts()).toEqual([0, 0]);
});
