import pg from 'pg';
import { expectStatementAnswers, hotCalls } from './calls.ts';
import { cookieOf, requestsFor } from './fill.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, type Row, secondsARound } from './measure.ts';
import { findClient, noClient, startProcess } from './processes.ts';
import type { Filled, Portal, Setup } from './setup.ts';
import { runDriver, runPgbench } from './statements.ts';

const cause =
  'the next rows show the driver alone, without HTTP. Requests that come at the same time share their statements, so the database does less than for pgbench. Of node’s time, a sixth goes into writing to sockets and the rest is spread over HTTP, decoding rows, the response and the log line, each below 6%. On two cores the load generator takes its share too.';
const shape = { connections: 10, seconds: secondsARound };

/** Compares the two calls that students make all day with the database alone and with a common stack. */
export async function compareHotCalls(
  setup: Setup,
  load: Load,
  hasCompetitors: boolean,
): Promise<Row[]> {
  const database = await setup.database(1000);
  const portal = await setup.startPortal(database);
  const { url } = portal.nodes[0] as Portal;
  const express = hasCompetitors ? await startExpress(database) : undefined;
  const pgbench = findClient('pgbench');
  const rows: Row[] = [];
  for (const call of hotCalls) {
    const { path, of, bestStatement } = call;
    const ids = of(database);
    if (express) await expectSameAnswer(url, express.readyMessage, path, cookieOf(ids[0] ?? 0));
    await expectStatementAnswers(url, database, call);
    const requests = requestsFor(path, ids);
    const work = { statement: bestStatement, people: ids };
    const place = { databaseUrl: database.url, directory: setup.directory };
    const put = (target: string) => async () =>
      (await load.run({ urls: [target], ...shape, requests })).perSecond;
    const pool = new pg.Pool({ connectionString: database.url, max: shape.connections });
    // When someone aborts a run, the server closes the connection. That error must not hide the cause.
    pool.on('error', () => {});
    const turns = await measureInTurns({
      ours: put(url),
      express: express ? put(express.readyMessage) : async () => Number.NaN,
      driver: () => runDriver(pool, work, shape),
      pgbench: async () => (pgbench ? runPgbench(pgbench, place, work, shape) : Number.NaN),
    });
    await pool.end();
    const measure = `GET ${path.split('?')[0]}`;
    const byPgbench = {
      against: 'the best single statement that answers it, by pgbench, same connections',
      ...(!pgbench && { reason: noClient('pgbench') }),
    };
    rows.push(
      {
        measure,
        wanted: '≥ 0.35',
        ratios: pgbench ? divide(turns.ours, turns.pgbench) : [],
        note: cause,
        ...byPgbench,
      },
      {
        measure: `that statement by the driver alone, for ${measure}`,
        wanted: '',
        ratios: pgbench ? divide(turns.driver, turns.pgbench) : [],
        ...byPgbench,
      },
      {
        measure,
        against: 'Express + Sequelize',
        wanted: '≥ 8',
        ratios: express ? divide(turns.ours, turns.express) : [],
        ...(!express && { reason: 'installing the packages of bench/package.json failed' }),
      },
    );
  }
  await Promise.all([express?.stop(), portal.stop()]);
  return rows;
}

function startExpress({ url }: Filled) {
  const environment = { DATABASE_URL: url, NODE_ENV: 'production' };
  return startProcess<string>('bench/express-portal.mjs', environment);
}

async function expectSameAnswer(ours: string, theirs: string, path: string, cookie: string) {
  const ask = async (url: string) => (await fetch(url + path, { headers: { cookie } })).text();
  const [one, other] = await Promise.all([ask(ours), ask(theirs)]);
  if (one !== other) throw new Error(`The responses to ${path} differ:\n${one}\n${other}`);
}

export async function compareGrowth(setup: Setup, load: Load): Promise<Row[]> {
  const [small, large] = [await setup.database(1000), await setup.database(100_000)];
  const portals = [await setup.startPortal(small), await setup.startPortal(large)];
  const rows: Row[] = [];
  for (const { path, of } of hotCalls) {
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
