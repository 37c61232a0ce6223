import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { countRows, withClient } from '../src/server/database/client.ts';
import { findDebianBinaries, startDebianServer } from './debian-postgres.ts';
import { type Drill, figure, mustBe } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith } from './watch.ts';

const run = promisify(execFile);

export const restore: Drill = {
  about:
    'Two nodes. `portal backup` runs under load and is verified, then the database is wiped and restored on another server.',
  defaultMinutes: 1,
  extraMinutes: 9,
  async run({ minutes, say }) {
    const binaries = findDebianBinaries();
    await using servers = new AsyncDisposableStack();
    const school = servers.use(await openSchool({ startServer: startDebianServer }));
    const nodes = await Promise.all([school.addNode(), school.addNode()]);
    const backups = {
      BACKUP_DIR: join(school.directory, 'backups'),
      PG_DUMP: join(binaries, 'pg_dump'),
    };
    const portal = async (...words: string[]) => {
      const env = { ...process.env, ...school.settings, ...backups };
      await run(process.execPath, ['dist/portal.js', ...words], { env });
    };
    let [rowsBefore, rowsAfter, seconds] = [0, 0, 0];
    const findings = await drillWith(school, {
      async faults() {
        await pause((minutes * 60_000) / 2);
        await portal('backup');
        await portal('restore', '--verify');
        say('backed up and verified under load');
        await pause((minutes * 60_000) / 2);
      },
      async afterwards() {
        for (const node of nodes) await node.stop();
        rowsBefore = await countAllRows(school.databaseUrl);
        await portal('backup');
        await school.stopDatabase();
        rmSync(school.databaseFiles, { recursive: true, force: true });
        say('backed up and wiped');
        const began = Date.now();
        const other = await startDebianServer(join(school.directory, 'other'));
        servers.defer(other.stop);
        const url = await other.openDatabase(school.databaseName);
        school.databaseProxy.moveTo(url);
        const [newest = ''] = readdirSync(backups.BACKUP_DIR)
          .filter((name) => name.endsWith('.dump'))
          .toSorted()
          .toReversed();
        await portal('restore', join(backups.BACKUP_DIR, newest), '--into-empty');
        seconds = (Date.now() - began) / 1000;
        rowsAfter = await countAllRows(url);
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

async function countAllRows(url: string): Promise<number> {
  const counts = await withClient(url, countRows);
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
