import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { contract } from '../../../contract/contract.ts';
import type { StudentRow } from '../../../contract/people.ts';
import { noteCall } from '../../http/overload.ts';
import { readStudents } from './student-list.ts';

let portal: Portal;
let cookie: string;
beforeAll(async () => {
  portal = await openPortal();
  cookie = await portal.cookieOf('admin@demo.test');
  await addStudents(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

function addStudents({ database }: Portal) {
  return database.execute(sql`
    insert into people (role, email, first_name, last_name, start_date, created_at)
    select 'student', 'one-of-many-' || i || '@example.org', 'One', 'Of Many', '2026-11-20', now()
    from generate_series(1, 100) i`);
}

async function readAll(): Promise<StudentRow[]> {
  const answer = await fetch(`${portal.url}/api/students`, { headers: { cookie } });
  return (await answer.json()) as StudentRow[];
}

test('every row has exactly the contract’s fields, with any characters', async () => {
  const odd = { firstName: 'Zoë "Z" \\ O’Neil', lastName: '</b>\u{1f600} Łukasz\u2028' };
  await portal.database.execute(sql`
    with zoe as (
      insert into people (role, email, first_name, last_name, start_date, created_at)
      values ('student', 'zoe@example.org', ${odd.firstName}, ${odd.lastName}, '2026-11-20', now()) returning id)
    insert into retreat_registrations (person_id, site_reference, title, description, registered_at)
    select id, 'odd', ${odd.firstName}, ${odd.lastName}, now() from zoe`);
  const body = await readAll();
  expect(contract.getStudents.response.parse(body)).toEqual(body);
  const zoe = body.find(({ email }) => email === 'zoe@example.org');
  expect(zoe).toMatchObject({
    ...odd,
    classesScheduled: 0,
    classDetails: [],
    retreatScheduled: 'Yes',
    retreatDetails: [{ title: odd.firstName, description: odd.lastName }],
  });
});

test('classes are in number order, with their text and attendance', async () => {
  const row = (await readAll()).find(({ email }) => email === 'mid-course@demo.test');
  expect(row?.classesScheduled).toBe(6);
  expect(row?.classDetails.map(({ classNumber }) => classNumber)).toEqual([5, 6, 7, 8, 9, 10]);
  const [first] = row?.classDetails ?? [];
  expect(first?.date).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+, 202\d$/);
  expect(first?.time).toMatch(/^\d+:\d\d [AP]M PT$/);
  expect(first?.attendance).toEqual({ status: 'Present' });
  expect(row?.classDetails.at(-1)?.attendance).toBeNull();
});

async function findAllIds(): Promise<number[]> {
  const { rows } = await portal.database.execute<{ id: number }>(
    sql`select id from people where role = 'student' order by id desc`,
  );
  expect(rows.length).toBeGreaterThan(100);
  return rows.map(({ id }) => id);
}

test('every student is in the list once, newest first', async () => {
  expect((await readAll()).map(({ id }) => id)).toEqual(await findAllIds());
});

test('while others are calling, the list is read a few students at a time, and none is left out', async () => {
  const viewer = { now: portal.clock.now(), viewerId: 1, linkKey: undefined };
  const readParts = async () => {
    const parts: StudentRow[][] = [];
    for await (const part of readStudents(portal.database, viewer)) parts.push(part);
    return parts;
  };
  const ids = await findAllIds();
  const { $client } = portal.database;
  const query = $client.query.bind($client) as (...values: unknown[]) => unknown;
  vi.spyOn($client, 'query').mockImplementation((...values: unknown[]) => {
    noteCall();
    return query(...values);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const [quiet, busy] = [await readParts(), await readParts()];
  expect(Math.max(...quiet.map(({ length }) => length))).toBe(50);
  expect(Math.max(...busy.map(({ length }) => length))).toBe(20);
  expect(busy.flat().map(({ id }) => id)).toEqual(ids);
});

test('a failing list returns an error message', async () => {
  await portal.database.execute(sql`alter table attendance rename to elsewhere`);
  for (const encoding of ['gzip', 'identity']) {
    const headers = { cookie, 'accept-encoding': encoding };
    const answer = await fetch(`${portal.url}/api/students`, { headers });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      message: 'Something went wrong on our side. Please try again in a moment.',
    });
  }
  await portal.database.execute(sql`alter table elsewhere rename to attendance`);
});
