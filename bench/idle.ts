import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from './measure.ts';
import { cpuTime, cpuTimeOfServer } from './processes.ts';
import type { Portal, Setup } from './setup.ts';
import { query } from './statements.ts';

const minuteMs = 60_000;
/** PostgreSQL's statistics can be up to ten seconds behind. */
const untilCountedMs = 15_000;

export async function compareIdle(setup: Setup): Promise<Row[]> {
  const database = await setup.database(1000);
  const portal = await setup.startPortal(database);
  const { pid } = portal.nodes[0] as Portal;
  const look = async () => ({
    at: performance.now(),
    node: cpuTime(pid),
    server: cpuTimeOfServer(setup.databasePid),
    transactions: await countTransactions(database.url),
  });
  // Autovacuum's transactions count too, and after filling the tables it would have a lot to do.
  await query(database.url, 'vacuum analyze');
  await pause(untilCountedMs);
  const before = await look();
  await pause(minuteMs);
  const after = await look();
  await portal.stop();
  const aSecond = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? [] : [(to - from) / ((after.at - before.at) / 1000)];
  const cpu = (of: string, ratios: number[]): Row => ({
    measure: `an idle node: CPU time of ${of}`,
    against: 'ms a second',
    wanted: '',
    ratios,
    ...(ratios.length === 0 && { reason: 'not available on this system' }),
  });
  return [
    {
      measure: 'an idle node',
      against: 'transactions a second',
      wanted: '≤ 3',
      ratios: aSecond(before.transactions, after.transactions),
    },
    cpu('node', aSecond(before.node, after.node)),
    cpu('the database', aSecond(before.server, after.server)),
  ];
}

async function countTransactions(databaseUrl: string): Promise<number> {
  const [found] = await query<{ count: number }>(
    databaseUrl,
    `select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`,
  );
  return found?.count ?? 0;
}
