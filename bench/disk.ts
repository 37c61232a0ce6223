import { addNewcomers, cookieOf } from './fill.ts';
import type { Load } from './load.ts';
import type { Row } from './measure.ts';
import { choosePlan } from './registering.ts';
import { type Portal, type Setup, waitForJobs } from './setup.ts';
import { query } from './statements.ts';

const students = 1000;
const planners = 400;

/** Measures disk space per row, including indexes, for rows that we insert or that the portal writes. */
export async function compareDisk(setup: Setup, load: Load): Promise<Row[]> {
  const journeys = await setup.journeys(students);
  const filled = await measureTables(journeys.url);
  const database = await setup.database(1000);
  const [newcomer = 0, ...ids] = await addNewcomers(database.url, 'disk', planners + 1);
  const portal = await setup.startPortal(database);
  const { url } = portal.nodes[0] as Portal;
  const { request } = await choosePlan({ databaseUrl: database.url, url, newcomer });
  const requests = ids.map((id) => ({ ...request, cookie: cookieOf(id) }));
  await load.run({ urls: [url], connections: 2, seconds: null, requests });
  await waitForJobs(database.url);
  await portal.stop();
  const written = await measureTables(database.url);
  const row = ({ name, bytes }: Table): Row => ({
    measure: `a row of ${name}`,
    against: 'bytes, with its indexes',
    wanted: '',
    ratios: [bytes],
  });
  const isFilled = ({ name }: Table) => filled.some((table) => table.name === name);
  return [...filled, ...written.filter((table) => !isFilled(table))].map(row);
}

interface Table {
  name: string;
  bytes: number;
}

/** Only measures tables with enough rows, because even an empty table takes up some pages. */
async function measureTables(databaseUrl: string): Promise<Table[]> {
  await query(databaseUrl, 'vacuum analyze');
  return query<Table>(
    databaseUrl,
    `select relname as name, (pg_total_relation_size(oid) / reltuples)::float as bytes from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'pgboss') and reltuples >= 400
      order by relname`,
  );
}
