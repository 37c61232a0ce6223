import { request } from 'node:http';
import { cookieOf, requestsFor } from './fill.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, median, type Row, secondsARound } from './measure.ts';
import { findClient, noClient, residentMemory, run } from './processes.ts';
import type { Filled, Portal, Setup } from './setup.ts';
import { countHeldConnections, openSlowReaders } from './slow-readers.ts';

/** Equal to the number of database connections that the node has. */
const slowReaders = 10;

const profile =
  'Node is busy for five sixths of the time, and the database for more than half. In node’s CPU profile, collecting garbage has 18%, reading rows 13%, writing JSON 13%, deriving the login links 11%, and writing to sockets 6%.';

/** Compares the long list over HTTP, compressed, with PostgreSQL writing the same JSON. */
export async function compareStudentList(
  setup: Setup,
  load: Load,
  students: number,
): Promise<Row[]> {
  const database = await setup.database(students);
  const portal = await setup.startPortal(database);
  const node = portal.nodes[0] as Portal;
  const psql = findClient('psql');
  const schedules = requestsFor('/api/schedule', database.people.chosen);
  const visit = (connections: number, seconds: number) =>
    load.run({ urls: [node.url], connections, seconds, requests: schedules });
  const fetchList = async () => {
    const begin = performance.now();
    await readAll(`${node.url}/api/students`, cookieOf(database.people.admin));
    return performance.now() - begin;
  };

  // Warm up without the list, so that we can see how much memory the list takes.
  await visit(10, 10);
  const before = residentMemory(node.pid);
  const growth: number[] = [];
  const turns = await measureInTurns(
    {
      async ours() {
        const watch = watchMemory(node.pid);
        const time = await fetchList();
        growth.push(watch() - (before ?? 0));
        return time;
      },
      theirs: async () => (psql ? timePsql(psql, database) : Number.NaN),
    },
    1,
  );
  const meanwhile = await measureInTurns(
    {
      alone: async () => (await visit(2, secondsARound)).p95,
      async beside() {
        let isOver = false;
        const lists = (async () => {
          while (!isOver) await fetchList();
        })();
        const { p95 } = await visit(2, secondsARound);
        isOver = true;
        await lists;
        return p95;
      },
    },
    1,
  );
  const list = { url: node.url, path: '/api/students', cookie: cookieOf(database.people.admin) };
  const readers = await openSlowReaders(slowReaders, list);
  const besideReaders = (await visit(2, secondsARound)).p95;
  const held = await countHeldConnections(database.url);
  for (const reader of readers) reader.destroy();
  await portal.stop();
  const name = `GET /api/students, ${students.toLocaleString('en-US')} × 10 classes`;
  return [
    {
      measure: name,
      against: 'psql, json_agg with lateral joins',
      wanted: '≤ 0.5',
      ratios: psql ? divide(turns.ours, turns.theirs) : [],
      note: profile,
      ...(!psql && { reason: noClient('psql') }),
    },
    {
      measure: `${name}: memory while it runs`,
      against: 'before it was ever asked for, MB more',
      wanted: '≤ 50',
      ratios: before === null ? [] : [Math.max(...growth)],
      ...(before === null && { reason: 'not available on this system' }),
    },
    {
      measure: `p95 of GET /api/schedule beside GET /api/students, ${students.toLocaleString('en-US')}`,
      against: 'alone',
      wanted: '≤ 3',
      ratios: divide(meanwhile.beside, meanwhile.alone),
    },
    {
      measure: `${name}: database connections held by ${slowReaders} readers who stop reading`,
      against: 'connections',
      wanted: '≤ 0',
      ratios: [held],
    },
    {
      measure: `p95 of GET /api/schedule beside ${slowReaders} such readers`,
      against: 'alone',
      wanted: '≤ 3',
      ratios: [besideReaders / median(meanwhile.alone)],
    },
  ];
}

/** Samples memory until the caller calls the returned function, which returns the peak in MB. */
function watchMemory(pid: number | undefined): () => number {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, residentMemory(pid) ?? 0);
  };
  const watch = setInterval(look, 10);
  return () => {
    clearInterval(watch);
    look();
    return peak;
  };
}

function readAll(url: string, cookie: string): Promise<void> {
  return new Promise((done, failed) => {
    const asked = request(url, { headers: { cookie, 'accept-encoding': 'gzip' } }, (answer) => {
      if (answer.statusCode !== 200) failed(new Error(`The list returned ${answer.statusCode}`));
      answer.resume().on('end', done).on('error', failed);
    });
    asked.on('error', failed).end();
  });
}

async function timePsql(psql: string, { url }: Filled): Promise<number> {
  const begin = performance.now();
  await run(psql, ['-X', '-A', '-t', '-q', '-o', '/dev/null', '-c', sameRows, url]);
  return performance.now() - begin;
}

const dateAndTime = `'date', to_char(k.starts_at at time zone 'America/Los_Angeles', 'FMDay, FMMonth FMDD, YYYY'),
  'time', to_char(k.starts_at at time zone 'America/Los_Angeles', 'FMHH12:MI AM "PT"')`;

/** The query most people would write. Its login links are just a nonce or a number, so it does less work. */
const sameRows = `select json_agg(row_to_json(s)) from (
  select p.id, p.start_date as "startDate", p.email, p.first_name as "firstName", p.last_name as "lastName",
    p.phone, p.text_consent as "textConsent", coalesce(l.path, '/verify?token=' || p.staff_link_count) as "loginLink", null as "messageProblem", null as "textProblem", p.version,
    c.scheduled as "classesScheduled", coalesce(c.details, '[]') as "classDetails",
    case when r.details is null then 'No' else 'Yes' end as "retreatScheduled", coalesce(r.details, '[]') as "retreatDetails"
  from people p
  left join lateral (
    select count(*) as scheduled, json_agg(json_build_object('id', g.id, 'classNumber', g.class_number,
      'startTime', k.starts_at, ${dateAndTime},
      'attendance', case when a.status is null then null else json_build_object('status', a.status) end)
      order by g.class_number) as details
    from registrations g join classes k on k.id = g.class_id
    left join attendance a on a.person_id = g.student_id and a.class_id = g.class_id
    where g.student_id = p.id and g.ended_at is null) c on true
  left join lateral (
    select json_agg(json_build_object('id', id, 'title', title, 'description', description) order by registered_at) as details
    from retreat_registrations where person_id = p.id and canceled_at is null) r on true
  left join lateral (
    select '/verify?token=' || encode(nonce, 'hex') as path from login_tokens
    where person_id = p.id and kind = 'staff' and ended_at is null and expires_at > now() order by created_at desc limit 1) l on true
  where p.role = 'student' order by p.id desc) s`;
