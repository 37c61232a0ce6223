import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { administer, createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database, planForValues } from './connect.ts';

let database: Database;
let drop: () => Promise<void>;
let lost: PromiseWithResolvers<Error>;

beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, {
    poolSize: 1,
    onLostConnection: (error) => lost.resolve(error),
  });
});
beforeEach(() => {
  lost = Promise.withResolvers();
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});

async function expectAnswers() {
  const { rows } = await database.execute(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
}

test('queries can be planned for their own values, without changing how later ones are planned', async () => {
  const read = async (reader: Pick<Database, 'execute'>) =>
    (await reader.execute(sql`show plan_cache_mode`)).rows;
  const own = await planForValues(database, read);
  expect(own).toEqual([{ plan_cache_mode: 'force_custom_plan' }]);
  expect(await read(database)).toEqual([{ plan_cache_mode: 'auto' }]);
});

test('a connection lost in a transaction fails only that transaction', async () => {
  const transaction = database.transaction(async (open) => {
    const { rows } = await open.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await administer(`select pg_terminate_backend(${rows[0]?.pid})`);
    await lost.promise;
    await open.execute(sql`select 2`);
  });
  await expect(transaction).rejects.toThrow();
  await expectAnswers();
});

test('a connection whose begin failed is replaced', async () => {
  database.$client.once('acquire', (client) => void (client as unknown as pg.Client).end());
  await expect(database.transaction(async () => {})).rejects.toThrow();
  await expectAnswers();
});

test('a lost idle connection is reported and replaced', async () => {
  const { rows } = await database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  await administer(`select pg_terminate_backend(${rows[0]?.pid})`);
  expect((await lost.promise).message).toContain('terminating connection');
  await expectAnswers();
});
