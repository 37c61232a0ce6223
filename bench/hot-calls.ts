import pg from 'pg';
import { runDriver } from './driver.ts';
import { cookieOf, requestsFor } from './fill.ts';
import { queriesOf } from './in-process-portal.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, type Row, secondsARound } from './measure.ts';
import { runPgbench, writeScripts } from './pgbench.ts';
import { findClient, noClient, startProcess } from './processes.ts';
import type { Filled, Setup } from './setup.ts';

const cause =
  'the rows after them say what the driver alone makes of these statements, without HTTP: Node asks little faster than that. Of the portal’s own time, by a CPU profile, a quarter goes into writing to sockets, a seventh into Drizzle, an eighth into the driver, and nothing else stands out. On two cores the load takes its part, too.';
const shape = { connections: 10, seconds: secondsARound };

const calls = [
  { path: '/api/schedule', of: ({ people }: Filled) => people.chosen },
  { path: '/api/classes/available?weekOffset=6', of: ({ people }: Filled) => people.choosing },
];

/** The two calls that students make all day, against the database alone and against a common stack. */
export async function compareHotCalls(
  setup: Setup,
  load: Load,
  hasCompetitors: boolean,
): Promise<Row[]> {
  const database = await setup.database(1000);
  const portal = await setup.startPortal(database);
  const url = portal.nodes[0]?.url ?? '';
  const express = hasCompetitors ? await startExpress(database) : undefined;
  const pgbench = findClient('pgbench');
  const pool = new pg.Pool({ connectionString: database.url, max: shape.connections });
  const rows: Row[] = [];
  for (const { path, of } of calls) {
    const ids = of(database);
    if (express) await expectSameAnswer(url, express.readyMessage, path, cookieOf(ids[0] ?? 0));
    const requests = requestsFor(path, ids);
    const asked = await Promise.all(
      ids.map((id) => queriesOf(portal.settings, path, cookieOf(id))),
    );
    const scripts = writeScripts(setup.directory, asked);
    const put = (target: string) => async () =>
      (await load.run({ urls: [target], ...shape, requests })).perSecond;
    const turns = await measureInTurns({
      ours: put(url),
      express: express ? put(express.readyMessage) : async () => Number.NaN,
      driver: () => runDriver(pool, asked, shape),
      pgbench: async () =>
        pgbench ? runPgbench(pgbench, database.url, scripts, shape) : Number.NaN,
    });
    const measure = `GET ${path.split('?')[0]}`;
    const byPgbench = {
      against: 'the same SQL by pgbench, same connections',
      ...(!pgbench && { reason: noClient('pgbench') }),
    };
    rows.push(
      {
        measure,
        wanted: '≥ 0.4',
        ratios: pgbench ? divide(turns.ours, turns.pgbench) : [],
        note: cause,
        ...byPgbench,
      },
      {
        measure: `the SQL of ${measure} by the driver alone`,
        wanted: '',
        ratios: pgbench ? divide(turns.driver, turns.pgbench) : [],
        ...byPgbench,
      },
      {
        measure,
        against: 'Express + Sequelize',
        wanted: '≥ 8',
        ratios: express ? divide(turns.ours, turns.express) : [],
        ...(!express && { reason: 'the packages of bench/package.json could not be installed' }),
      },
    );
  }
  await Promise.all([express?.stop(), portal.stop(), pool.end()]);
  return rows;
}

function startExpress({ url }: Filled) {
  const environment = { DATABASE_URL: url, NODE_ENV: 'production' };
  return startProcess<string>('bench/express-portal.mjs', environment);
}

async function expectSameAnswer(ours: string, theirs: string, path: string, cookie: string) {
  const ask = async (url: string) => (await fetch(url + path, { headers: { cookie } })).text();
  const [one, other] = await Promise.all([ask(ours), ask(theirs)]);
  if (one !== other) throw new Error(`${path} is not answered alike:\n${one}\n${other}`);
}

/** The same calls with a hundred times the students around them. */
export async function compareGrowth(setup: Setup, load: Load): Promise<Row[]> {
  const [small, large] = [await setup.database(1000), await setup.database(100_000)];
  const portals = [await setup.startPortal(small), await setup.startPortal(large)];
  const rows: Row[] = [];
  for (const { path, of } of calls) {
    const p50 = (at: number, database: Filled) => async () => {
      const requests = requestsFor(path, of(database));
      const urls = [portals[at]?.nodes[0]?.url ?? ''];
      return (await load.run({ urls, connections: 2, seconds: secondsARound, requests })).p50;
    };
    const turns = await measureInTurns({ small: p50(0, small), large: p50(1, large) });
    rows.push({
      measure: `p50 of GET ${path.split('?')[0]} with 100,000 students`,
      against: 'with 1,000',
      wanted: '≤ 1.15',
      ratios: divide(turns.large, turns.small),
    });
  }
  await Promise.all(portals.map((portal) => portal.stop()));
  return rows;
}
