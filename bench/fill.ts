import type pg from 'pg';
import type { Request } from './load.ts';
import { withClient } from './statements.ts';

export const cookieOf = (id: number | '') => `session=bench-session-${id}`;

export function requestsFor(path: string, ids: number[]): Request[] {
  return ids.map((id) => ({ method: 'GET', path, cookie: cookieOf(id) }));
}

export interface People {
  admin: number;
  choosing: number[];
  chosen: number[];
}

/**
 * Adds students to a demo database. Their ten classes are months or years ago, so they cause no Zoom jobs. A third of
 * them have a retreat, one in twenty has a login link copied by the admin, and everyone has a session.
 */
export async function addStudents(databaseUrl: string, students: number): Promise<People> {
  const student = people('student', students);
  return fillWith(databaseUrl, [pastClasses, student, registrations, attendance, retreats, links]);
}

export function fillWith(databaseUrl: string, statements: string[]): Promise<People> {
  return withClient(databaseUrl, async (client) => {
    // The rows are valid, and checking a million of them would take minutes.
    await client.query('set session_replication_role = replica');
    for (const statement of [...statements, ...hotPeople]) await client.query(statement);
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze');
    return findPeople(client);
  });
}

async function findPeople(client: pg.Client): Promise<People> {
  const [admin = 0] = await findIds(client, `email = 'admin@demo.test'`);
  return {
    admin,
    choosing: await findIds(client, `email like 'choosing-%'`),
    chosen: await findIds(client, `email like 'chosen-%'`),
  };
}

async function findIds(client: pg.Client, condition: string): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from people where ${condition} order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Adds students who haven't picked a class yet. No one can register twice, so every comparison needs new ones. */
export async function addNewcomers(
  databaseUrl: string,
  name: string,
  count: number,
): Promise<number[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query(people(name, count));
    await client.query(sessions);
    await client.query('analyze people, sessions');
    return findIds(client, `email like '${name}-%@bench.test'`);
  });
}

const pastClasses = `
  insert into classes (starts_at, class_type, instructor_id, created_at, attendance_settled_at)
  select (date_trunc('week', now()) - make_interval(weeks => 20 + w, hours => -15 - 24 * (k % 5) - k / 5)),
    'Weekly', (select min(id) from people where role = 'teacher'), now(), now()
  from generate_series(0, 149) w, generate_series(0, 9) k`;

const people = (name: string, count: number) => `
  insert into people (role, email, phone, first_name, last_name, start_date, text_consent, created_at)
  select 'student', '${name}-' || i || '@bench.test',
    case when '${name}' = 'student' then '+1303' || lpad(i::text, 7, '0') end,
    (array['Ada','Ben','Chloé','Dana','Eli','Farah','Gus','Hana'])[1 + i % 8], 'Sample ' || i,
    case when '${name}' = 'student' then current_date - 200 - i % 900 else current_date - 30 end,
    i % 3 = 0, now()
  from generate_series(1, ${count}) i`;

const registrations = `
  insert into registrations (student_id, class_id, pacific_week, class_number, created_at)
  select p.id, c.id, c.pacific_week, n, now()
  from people p
  cross join generate_series(1, 10) n
  join (select id, pacific_week, (row_number() over (order by starts_at, id) - 1) as at
    from classes where starts_at < date_trunc('week', now()) - interval '19 weeks') c
    on c.at = (p.id % 140 + n - 1) * 10 + (p.id * 7 + n) % 10
  where p.email like 'student-%'`;

const attendance = `
  insert into attendance (person_id, class_id, status, source, recorded_at)
  select student_id, class_id, 'Present', 'report', now() from registrations r
  where (student_id + class_number) % 10 <> 0
  on conflict do nothing`;

const retreats = `
  insert into retreat_registrations (person_id, site_reference, title, description, registered_at)
  select id, 'bench-' || id, 'one day retreat at the lakeside house', 'Lunch is served; bring a blanket.', now()
  from people where email like 'student-%' and id % 3 = 0`;

const links = `
  insert into login_tokens (token_hash, nonce, person_id, kind, copied_by, created_at, expires_at)
  select sha256(('hash-' || id)::bytea), sha256(('nonce-' || id)::bytea), id, 'staff',
    (select id from people where email = 'admin@demo.test'), now(), now() + interval '1 day'
  from people where email like 'student-%' and id % 20 = 0`;

const upcoming = (name: string, numbers: number[]) => `
  insert into registrations (student_id, class_id, pacific_week, class_number, created_at)
  select p.id, c.id, c.pacific_week, n, now()
  from people p cross join unnest(array[${numbers}]) n
  join (select distinct on (pacific_week) id, pacific_week, dense_rank() over (order by pacific_week) as week
    from classes where starts_at > now() + interval '7 days' and deleted_at is null and class_type = 'Weekly'
    order by pacific_week, id) c on c.week = n - 4
  where p.email like '${name}-%'`;

const sessions = `
  insert into sessions (id_hash, person_id, started_at, expires_at)
  select sha256(('bench-session-' || id)::bytea), id, now(), now() + interval '30 days' from people
  on conflict do nothing`;

/** Our measured nodes run in production mode, which doesn't accept a demo database. */
const isProduction = `update installation set kind = 'production'`;

const hotPeople = [
  isProduction,
  people('choosing', 10),
  people('chosen', 10),
  upcoming('choosing', [5, 6]),
  upcoming('chosen', [5, 6, 7, 8, 9, 10]),
  sessions,
];
