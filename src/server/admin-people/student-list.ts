import { Readable } from 'node:stream';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { formatLongDate, formatTime } from '../../course/pacific-time.ts';
import type { Database } from '../database/connect.ts';
import { classes } from '../database/schema.ts';
import { loginPath } from '../sign-in/queries.ts';
import { undelivered } from './undelivered.ts';

interface Viewer {
  now: Date;
  /** Absent for those who are not to see login links. */
  linkKey: string | undefined;
}

/** About 100 KB. Larger strings would lie about until a full collection of garbage. */
const rowsAtOnce = 50;
const dialect = new PgDialect({ casing: 'snake_case' });

/** Changes whenever the list does; it costs two short scans, whatever the length of the list. */
export async function versionOfStudents(database: Database, { now, linkKey }: Viewer) {
  const { rows } = await database.execute<{ version: string }>(sql`
    select concat_ws('-',
      (select count(*) || '-' || coalesce(max(id::text::bigint), 0) from list_changes),
      (select count(*) from login_tokens where ended_at is null and expires_at > ${now.toISOString()}),
      (select count(*) || '-' || coalesce(max(created_on)::text, '') from pgboss.job where name = 'dead-jobs'),
      ${linkKey ? 'links' : 'plain'}::text) as version`);
  return `W/"${rows[0]?.version}"`;
}

/**
 * All students as one JSON array, written by the database and passed on in pieces: neither the length
 * of the list nor the number of readers weighs on this process.
 */
export async function streamStudents(database: Database, viewer: Viewer): Promise<Readable> {
  const words = await describeClasses(database);
  const { sql: text, params } = dialect.sqlToQuery(studentRows(words, viewer));
  const client = await database.$client.connect();
  return Readable.from(readInPieces(client, text, params), { objectMode: false });
}

async function* readInPieces(client: pg.PoolClient, text: string, params: unknown[]) {
  let isFinished = false;
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query(`declare students no scroll cursor for ${text}`, params);
    let separator = '[';
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from students`);
      if (rows.length === 0) break;
      yield separator + rows.map(({ row }) => row).join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
    await client.query('commit');
    isFinished = true;
  } finally {
    // A reader may hang up half way: the connection is then closed, its transaction with it.
    client.release(!isFinished);
  }
}

/** Times are put into words by the course, once a class and not once a registration. */
async function describeClasses(database: Database) {
  const rows = await database.select({ id: classes.id, startsAt: classes.startsAt }).from(classes);
  return rows.map(({ id, startsAt }) => {
    const startTime = startsAt.toISOString();
    const fields = { startTime, date: formatLongDate(startsAt), time: formatTime(startsAt) };
    return { id, words: JSON.stringify(fields).slice(1, -1) };
  });
}

function studentRows(described: { id: number; words: string }[], { now, linkKey }: Viewer): SQL {
  const ids = sql.param(described.map(({ id }) => id));
  const words = sql.param(described.map((aClass) => aClass.words));
  return sql`
    with class_words as (
      select * from unnest(${ids}::int[], ${words}::text[]) as t(id, words)
    ), held as (
      select r.student_id, count(*) as classes, string_agg(
        '{"id":' || r.id || ',"classNumber":' || r.class_number || ',' || w.words || ',"attendance":' ||
        coalesce('{"status":"' || a.status || '"}', 'null') || '}', ',' order by r.class_number) as details
      from registrations r
      join class_words w on w.id = r.class_id
      left join attendance a on a.person_id = r.student_id and a.class_id = r.class_id
      where r.cancelled_at is null
      group by r.student_id
    ), retreats as (
      select person_id, string_agg('{"id":' || id || ',"title":' || to_json(title) ||
        ',"description":' || to_json(description) || '}', ',' order by registered_at) as details
      from retreat_registrations
      where cancelled_at is null and person_id is not null
      group by person_id
    ), links as (${linksInForce(now, linkKey)}), problems as (${undelivered()})
    select '{"id":' || p.id
      || ',"startDate":' || coalesce('"' || p.start_date || '"', 'null')
      || ',"email":' || to_json(p.email)
      || ',"firstName":' || to_json(p.first_name)
      || ',"lastName":' || to_json(p.last_name)
      || ',"phone":' || coalesce('"' || p.phone || '"', 'null')
      || ',"textConsent":' || p.text_consent
      || ',"loginLink":' || coalesce('"' || l.path || '"', 'null')
      || ',"messageProblem":' || coalesce(to_json(m.reason)::text, 'null')
      || ',"classesScheduled":' || coalesce(h.classes, 0)
      || ',"classDetails":[' || coalesce(h.details, '')
      || '],"retreatScheduled":' || case when t.details is null then '"No"' else '"Yes"' end
      || ',"retreatDetails":[' || coalesce(t.details, '') || ']}' as row
    from people p
    left join held h on h.student_id = p.id
    left join retreats t on t.person_id = p.id
    left join links l on l.person_id = p.id
    left join problems m on m.person_id = p.id
    where p.role = 'student'
    order by p.start_date desc, p.id desc`;
}

function linksInForce(now: Date, linkKey: string | undefined): SQL {
  if (!linkKey) return sql`select null::int as person_id, null::text as path where false`;
  return sql`select distinct on (person_id) person_id, ${loginPath(linkKey)} as path from login_tokens
    where ended_at is null and expires_at > ${now.toISOString()}
    order by person_id, created_at desc`;
}
