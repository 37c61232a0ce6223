import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findDebianBinaries, startDebianServer } from './debian-postgres.ts';
import { type Drill, figure, mustBe } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const run = promisify(execFile);

export const restore: Drill = {
  about:
    'Two nodes. The database is dumped as the manual says, wiped, and restored on another server.',
  defaultMinutes: 1,
  extraMinutes: 9,
  async run({ minutes, say }) {
    const binaries = findDebianBinaries();
    await using servers = new AsyncDisposableStack();
    const school = servers.use(await openSchool({ startServer: startDebianServer }));
    const nodes = await Promise.all([school.addNode(), school.addNode()]);
    const dump = join(school.directory, 'portal.dump');
    let [rowsBefore, rowsAfter, seconds] = [0, 0, 0];
    const findings = await drillWith(school, {
      faults: () => pause(minutes * 60_000),
      async afterwards() {
        for (const node of nodes) await node.stop();
        rowsBefore = await countRows(school.databaseUrl);
        await run(join(binaries, 'pg_dump'), [
          '--format=custom',
          `--file=${dump}`,
          school.databaseUrl,
        ]);
        await school.stopDatabase();
        rmSync(school.databaseFiles, { recursive: true, force: true });
        say('dumped and wiped');
        const began = Date.now();
        const other = await startDebianServer(join(school.directory, 'other'));
        servers.defer(other.stop);
        const url = await other.openDatabase(school.databaseName);
        await run(join(binaries, 'pg_restore'), [
          `--dbname=${url}`,
          '--no-owner',
          '--exit-on-error',
          dump,
        ]);
        seconds = (Date.now() - began) / 1000;
        school.databaseProxy.moveTo(url);
        rowsAfter = await countRows(url);
        await Promise.all([school.addNode(), school.addNode()]);
        say('restored on another server');
      },
    });
    return [
      figure('rows dumped', rowsBefore),
      mustBe('rows missing after the restore', rowsBefore - rowsAfter, 0),
      figure('seconds to restore', seconds),
      ...findings,
    ];
  },
};

/** Counts the rows in all tables, including those of the queue. */
async function countRows(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename), false, true, '')))[1]::text::int)::int as rows
       from pg_tables where schemaname in ('public', 'pgboss', 'drizzle')`,
    );
    return rows[0].rows;
  } finally {
    await client.end();
  }
}
