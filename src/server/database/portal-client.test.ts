import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database, sendTogether } from './connect.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 1, onLostConnection: () => {} });
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});

async function prepared(containing: string): Promise<number> {
  const { rows } = await database.$client.query(
    'select count(*)::int as count from pg_prepared_statements where position($1 in statement) > 0 and position($2 in statement) = 0',
    [containing, 'pg_prepared_statements'],
  );
  return rows[0].count;
}

test('a statement is planned once per connection', async () => {
  for (const value of [1, 2, 3]) {
    const { rows } = await database.execute(sql`select ${value}::int as planned_once`);
    expect(rows).toEqual([{ planned_once: value }]);
  }
  expect(await prepared('planned_once')).toBe(1);
});

test('of statements without values, only those that start with a CTE are prepared', async () => {
  for (const text of [
    '\n  WITH fetched AS (select 1) select 2 as is_fetch',
    'select 2 as is_plain',
  ]) {
    const { rows } = await database.$client.query(text);
    expect(Object.values(rows[0])).toEqual([2]);
  }
  expect([await prepared('is_fetch'), await prepared('is_plain')]).toEqual([1, 0]);
});

test('new statements keep working, but only a limited number is prepared', async () => {
  for (let n = 0; n < 400; n += 1) {
    const name = sql.identifier(`ever_new_${n}`);
    const { rows } = await database.execute(sql`select ${n}::int as ${name}`);
    expect(rows).toEqual([{ [`ever_new_${n}`]: n }]);
  }
  expect(await prepared('ever_new_')).toBeLessThanOrEqual(300);
  const long = sql.join(
    Array.from({ length: 50 }, (_, n) => sql`${n}`),
    sql`, `,
  );
  const { rows } = await database.execute(sql`select 49 in (${long}) as long_list`);
  expect(rows).toEqual([{ long_list: true }]);
  expect(await prepared('long_list')).toBe(0);
});

test('pipelined queries of a transaction run in order, and fail as a whole', async () => {
  const order = await database.transaction(async (transaction) => {
    await transaction.execute(
      sql`create temporary table steps (id serial, step int) on commit drop`,
    );
    const add = (step: number) =>
      transaction.execute(sql`insert into steps (step) values (${step})`);
    const all = transaction.execute<{ step: number }>(sql`select step from steps order by id`);
    const answers = await Promise.all([add(1), add(2), all, add(3)]);
    return answers[2].rows.map(({ step }) => step);
  });
  expect(order).toEqual([1, 2]);
  const broken = database.transaction((transaction) =>
    Promise.all([
      transaction.execute(sql`select 1 / ${0}::int`),
      transaction.execute(sql`select ${1}::int`),
    ]),
  );
  await expect(broken).rejects.toThrow();
  expect((await database.execute(sql`select ${7}::int as still_answers`)).rows).toHaveLength(1);
});

test('when a later step fails in the database first, its error is thrown', async () => {
  const failing = database.transaction((transaction) =>
    sendTogether(
      async () => {
        await transaction.execute(sql`select 1`);
        await transaction.execute(sql`select 2`);
      },
      () => transaction.execute(sql`select 1 / 0`),
    ),
  );
  await expect(failing).rejects.toMatchObject({ cause: { message: 'division by zero' } });
});

test('when one of several steps fails, the others are rolled back with it', async () => {
  await database.execute(sql`create table left_over (step int)`);
  const failing = database.transaction((transaction) => {
    const add = () => transaction.execute(sql`insert into left_over values (1)`);
    return sendTogether(
      async () => {
        await add();
        await add();
      },
      () => Promise.reject(new Error('refused')),
    );
  });
  await expect(failing).rejects.toThrow('refused');
  expect((await database.execute(sql`select from left_over`)).rowCount).toBe(0);
});
