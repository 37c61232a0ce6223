import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../tests/support/postgres.ts';

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));
const name = '0013_zoom_hosts.sql';
let client: pg.Client;
let drop: () => Promise<void>;

const apply = (file: string) => client.query(readFileSync(folder + file, 'utf8'));

/** A database as it was before classes had hosts. */
beforeAll(async () => {
  const created = await createEmptyDatabase();
  drop = created.drop;
  client = new pg.Client({ connectionString: created.url });
  await client.connect();
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql') && file < name);
  for (const file of files.toSorted()) await apply(file);
});
afterAll(async () => {
  await client.end();
  await drop();
});

let serial = 0;
async function addTeacher(zoomUser: string | null): Promise<number> {
  serial += 1;
  const { rows } = await client.query(
    `insert into people (role, email, first_name, last_name, zoom_user, created_at)
     values ('teacher', $1, 'T', 'T', $2, now()) returning id`,
    [`t${serial}@x.test`, zoomUser],
  );
  return rows[0].id;
}

async function addClass(day: number, instructorId: number | null, meeting: string | null) {
  const { rows } = await client.query(
    `insert into classes (starts_at, class_type, instructor_id, zoom_meeting_id, created_at)
     values (date_trunc('hour', now()) + make_interval(days => $1), 'Weekly', $2, $3, now()) returning id`,
    [day, instructorId, meeting],
  );
  return rows[0].id as number;
}

test('classes that overlap survive the change, move to the user of their instructor where they can, and others stay', async () => {
  const anna = await addTeacher('Anna@x.test');
  const bela = await addTeacher(null);
  const cleo = await addTeacher(null);
  const twin = await addTeacher('anna@X.test');
  const ids = {
    alone: await addClass(1, anna, '11'),
    withoutMeeting: await addClass(2, anna, null),
    overlapping: await addClass(3, anna, '13'),
    overlapped: await addClass(3, bela, '14'),
    unsolved: await addClass(4, bela, '15'),
    unsolvedToo: await addClass(4, cleo, '16'),
    sharing: await addClass(5, anna, '17'),
    sharingToo: await addClass(5, twin, '18'),
    past: await addClass(-3, anna, '19'),
    pastToo: await addClass(-3, bela, '20'),
  };
  await apply(name);
  const { rows } = await client.query('select id, host, may_share_host from classes');
  const found = (id: number) => {
    const row = rows.find((one) => one.id === id);
    return [row.host, row.may_share_host];
  };
  expect(Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, found(id)]))).toEqual({
    alone: [null, false],
    withoutMeeting: ['anna@x.test', false],
    overlapping: ['anna@x.test', false],
    overlapped: [null, false],
    unsolved: [null, true],
    unsolvedToo: [null, true],
    sharing: ['anna@x.test', false],
    sharingToo: [null, false],
    past: [null, true],
    pastToo: [null, true],
  });
});

test('the Zoom user of somebody who is erased is forgotten, unless somebody else has it', async () => {
  const [own, shared, other] = [
    await addTeacher('own@x.test'),
    await addTeacher('both@x.test'),
    await addTeacher('both@x.test'),
  ];
  const id = await addClass(-10, other, '31');
  const kept = await addClass(-11, other, '32');
  await client.query(
    `update classes set host = 'own@x.test', meeting_host = 'Own@x.test' where id = ${id}`,
  );
  await client.query(`update classes set host = 'both@x.test' where id = ${kept}`);
  for (const person of [own, shared]) await client.query(`select erase_person(${person}, now())`);
  const { rows } = await client.query(
    `select host, meeting_host from classes where id in (${id}, ${kept}) order by id`,
  );
  expect(rows).toEqual([
    { host: null, meeting_host: null },
    { host: 'both@x.test', meeting_host: null },
  ]);
});
