import { desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from './connect.ts';
import { prepare, prepareByValue } from './prepared.ts';
import { insertOne } from './rows.ts';
import { people, sessions } from './schema.ts';

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

test('reads dates, numbers, expressions and missing rows like Drizzle, and describes columns once', async () => {
  const now = new Date('2026-11-18T20:15:30.123Z');
  const person = { firstName: 'A', lastName: 'B', createdAt: now };
  const ada = await insertOne(database, people, {
    ...person,
    role: 'student',
    email: 'ada@example.org',
    startDate: '2026-11-01',
  });
  await insertOne(database, people, { ...person, role: 'teacher', email: 'bo@example.org' });
  await insertOne(database, sessions, {
    idHash: Buffer.from('hash'),
    personId: ada.id,
    startedAt: now,
    expiresAt: new Date('2026-12-18T20:15:30.123Z'),
  });
  const select = (after: Date | ReturnType<typeof sql.placeholder>) =>
    database
      .select({
        id: people.id,
        days: { created: people.createdAt, start: people.startDate },
        session: { hash: sessions.idHash, seen: sessions.lastSeenAt },
        isStudent: sql<boolean>`${people.role} = 'student'`,
        hasSession: isNotNull(sessions.idHash).mapWith(Boolean),
      })
      .from(people)
      .leftJoin(sessions, eq(sessions.personId, people.id))
      .where(sql`${people.createdAt} > ${after}`)
      .orderBy(people.email);
  const read = prepare(select(sql.placeholder('after')));
  const after = new Date('2026-11-18T20:15:30.122Z');
  let descriptions = 0;
  const client = await database.$client.connect();
  (client as unknown as { connection: NodeJS.EventEmitter }).connection.on(
    'rowDescription',
    () => (descriptions += 1),
  );
  client.release();

  const rows = await select(after);
  expect(rows).toMatchObject([{ session: { seen: null } }, { session: null }]);
  descriptions = 0;
  expect(await read(database, { after })).toEqual(rows);
  expect(await read(database, { after })).toEqual(rows);
  expect(await read(database, { after: now })).toEqual([]);
  expect(descriptions).toBe(1);
});

test('fails if a column has changed, rather than misreading it', async () => {
  await database.execute(sql`create table changing (id int, kind text)`);
  await database.execute(sql`insert into changing values (1, 'old')`);
  const changing = sql`changing`;
  const kind = sql<unknown>`kind`;
  const select = database
    .select({ kind })
    .from(changing)
    .where(sql`id = ${sql.placeholder('id')}`);
  const read = prepare(select);
  expect(await read(database, { id: 1 })).toEqual([{ kind: 'old' }]);
  await database.execute(sql`alter table changing alter kind type boolean using true`);
  await expect(read(database, { id: 1 })).rejects.toMatchObject({
    cause: { message: 'cached plan must not change result type' },
  });
});

test('calls at the same time share a statement, and each gets the rows of its own value, in order', async () => {
  const createdAt = new Date();
  const add = (lastName: string, firstName: string) =>
    insertOne(database, people, {
      ...{ firstName, lastName, createdAt, role: 'teacher' },
      email: `${firstName}@example.org`,
    });
  for (const firstName of ['A', 'C', 'B']) await add('First', firstName);
  await add('Second', 'D');
  const find = prepareByValue(database, people.lastName, (name: SQL<string>) =>
    database
      .select({
        of: { name: people.lastName },
        first: people.firstName,
        kind: sql<string>`${'x'}::text`,
      })
      .from(people)
      .where(eq(people.lastName, name))
      .orderBy(desc(people.firstName)),
  );
  const { $client } = database;
  let statements = 0;
  const count = () => (statements += 1);
  $client.on('acquire', count);
  const all = await Promise.all(['Second', 'First', 'None', 'First'].map(find));
  $client.off('acquire', count);
  const firsts = all.map((rows) => rows.map(({ of, first, kind }) => of.name + first + kind));
  const ofFirst = ['FirstCx', 'FirstBx', 'FirstAx'];
  expect(firsts).toEqual([['SecondDx'], ofFirst, [], ofFirst]);
  expect(statements).toBe(1);
});
