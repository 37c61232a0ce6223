import { setTimeout as pause } from 'node:timers/promises';
import { PAGES } from '../src/course/pages.ts';
import { afterQuietHours } from '../src/course/reminders.ts';
import { expectStatementAnswers, hotCalls } from './calls.ts';
import { addNewcomers, cookieOf, requestsFor } from './fill.ts';
import { finishSteps } from './first-view.ts';
import type { Load, Request } from './load.ts';
import { type Row, rounds, secondsARound } from './measure.ts';
import { cpuTime, cpuTimeOfServer, findClient, startBareServer } from './processes.ts';
import { type Filled, type Portal, type Setup, waitForJobs } from './setup.ts';
import { query, runPgbench, withClient } from './statements.ts';

const writeProfile =
  'the call takes 12 statements in four round trips. Its job takes about ten, which it shares with the jobs of people who register in the same two seconds. Writing to sockets takes a fifth of node’s time, and no other function more than a twenty-fifth.';

const connections = 10;
const seconds = secondsARound;
const writes = 300;

interface Work {
  name: string;
  /** The Node process, if the side has one in addition to the database. */
  pid: number | undefined;
  /** What the benchmark itself has to do first. We don't count its CPU time. */
  prepare?(): Promise<void>;
  run(): Promise<number>;
}

/**
 * Compares the processes' own CPU time, which doesn't depend on how busy the machine is. This includes the portal's idle
 * work while we wait for its jobs, and for the database the whole server.
 */
export async function compareCpu(setup: Setup, load: Load): Promise<Row[]> {
  const database = await setup.ownDatabase('cpu', 1000);
  const portal = await setup.startPortal(database);
  const { url, pid } = portal.nodes[0] as Portal;
  const [student = 0] = database.people.chosen;
  await finishSteps(database.url, student);
  const answer = await fetch(`${url}/api/schedule`, { headers: { cookie: cookieOf(student) } });
  const bare = await startBareServer(answer);

  const ask = (target: string, requests: Request[]) => async () =>
    (await load.run({ urls: [target], connections, seconds, requests })).answered;
  const works: Work[] = [
    {
      name: 'bare node:http, the bytes of GET /api/schedule',
      pid: bare.pid,
      run: ask(bare.url, requestsFor('/', [student])),
    },
    ...(await statementsOf(setup, database, url)),
    {
      name: 'GET /api/user, which needs the session alone',
      pid,
      run: ask(url, requestsFor('/api/user', database.people.chosen)),
    },
    ...hotCalls.map(({ path, of }) => ({
      name: `GET ${path.split('?')[0]}`,
      pid,
      run: ask(url, requestsFor(path, of(database))),
    })),
    ...[PAGES.login, PAGES.schedule].map((path) => ({
      name: `the page ${path}${path === PAGES.schedule ? ' with its answers' : ''}`,
      pid,
      run: ask(url, requestsFor(path, path === PAGES.login ? [0] : [student])),
    })),
    ...writingWorks(database, load, { url, pid }),
  ];
  const rows: Row[] = [];
  for (const work of works) rows.push(...(await account(work, setup.databasePid)));
  await bare.stop();
  await portal.stop();
  return rows;
}

async function account({ name, pid, prepare, run }: Work, databasePid: number): Promise<Row[]> {
  const taken = { node: [] as number[], database: [] as number[] };
  // The first round only warms up.
  for (let round = -1; round < rounds; round += 1) {
    await prepare?.();
    const before = { node: cpuTime(pid), database: cpuTimeOfServer(databasePid) };
    const count = await run();
    const after = { node: cpuTime(pid), database: cpuTimeOfServer(databasePid) };
    if (round < 0) continue;
    for (const side of ['node', 'database'] as const) {
      const [from, to] = [before[side], after[side]];
      if (from !== undefined && to !== undefined) taken[side].push((to - from) / count);
    }
  }
  const row = (of: string, ratios: number[]): Row => ({
    measure: name,
    against: `CPU ms of ${of}`,
    wanted: '',
    ratios,
    ...(name.startsWith('registering') && { note: writeProfile }),
    ...(ratios.length === 0 && { reason: 'not available on this system' }),
  });
  return [
    ...(pid === undefined ? [] : [row('node', taken.node)]),
    ...(name.startsWith('bare') ? [] : [row('the database', taken.database)]),
  ];
}

async function statementsOf(setup: Setup, database: Filled, portalUrl: string): Promise<Work[]> {
  const pgbench = findClient('pgbench');
  if (!pgbench) return [];
  const works: Work[] = [];
  for (const call of hotCalls) {
    await expectStatementAnswers(portalUrl, database, call);
    const place = { databaseUrl: database.url, directory: setup.directory };
    const work = { statement: call.bestStatement, people: call.of(database) };
    works.push({
      name: `the best single statement for GET ${call.path.split('?')[0]}, by pgbench`,
      pid: undefined,
      run: async () => (await runPgbench(pgbench, place, work, { connections, seconds })) * seconds,
    });
  }
  return works;
}

function writingWorks(database: Filled, load: Load, { url, pid }: Portal): Work[] {
  let round = 0;
  let requests: Request[] = [];
  let due: number[] = [];
  return [
    {
      name: 'registering a class, with the meeting’s registrant that follows',
      pid,
      async prepare() {
        // The first round has filled the tables. Autovacuum would take a minute to notice.
        if (round === 1) await query(database.url, 'analyze');
        round += 1;
        const ids = await addNewcomers(database.url, `round${round}`, writes);
        const [open] = await query<{ id: number }>(
          database.url,
          `select id from classes where class_type = 'Weekly' and starts_at > now() + interval '3 weeks' order by id limit 1`,
        );
        const path = `/api/register/class/${open?.id}`;
        requests = ids.map((id) => ({ method: 'POST', path, cookie: cookieOf(id) }));
      },
      async run() {
        await load.run({ urls: [url], connections: 2, seconds: null, requests });
        await waitForJobs(database.url);
        return requests.length;
      },
    },
    // The portal sends no reminders at night.
    ...(afterQuietHours(new Date()) > new Date()
      ? []
      : [
          {
            name: 'a reminder by text',
            pid,
            async prepare() {
              due = await planReminders(database.url);
            },
            run: () => waitForReminders(database.url, due),
          },
        ]),
  ];
}

/** The portal looks for reminders that others have planned every 15 seconds. We don't count its idle time until then. */
const noticedAfterMs = 17_000;

async function planReminders(databaseUrl: string): Promise<number[]> {
  await query(
    databaseUrl,
    `update people p set phone = '+1303' || lpad((5000000 + p.id)::text, 7, '0'), text_consent = true
      where p.email like 'round%@bench.test' and p.phone is null`,
  );
  const planned = await query<{ id: number }>(
    databaseUrl,
    `update reminders set due_at = now() + $1 * interval '1 millisecond' where id in (
        select r.id from reminders r join people p on p.id = r.person_id
        where p.email like 'round%@bench.test' and r.kind in ('class-day', 'class-hour') and r.claimed_at is null
        limit ${writes})
      returning id`,
    [noticedAfterMs],
  );
  await pause(noticedAfterMs - 500);
  return planned.map(({ id }) => id);
}

function waitForReminders(databaseUrl: string, ids: number[]): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    for (let isOpen = true; isOpen; ) {
      await pause(250);
      const { rowCount } = await client.query(
        'select from reminders where id = any($1) and settled_at is null limit 1',
        [ids],
      );
      isOpen = rowCount !== 0;
    }
    return ids.length;
  });
}
