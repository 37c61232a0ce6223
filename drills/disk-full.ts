import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Drill } from './drill.ts';
import { openSchool } from './school.ts';
import { drillWith, secondsUntil } from './watch.ts';

const megabytes = 400;
const beforeMs = 10_000;

export const diskFull: Drill = {
  about:
    'Two nodes. The database’s disk, a small one in memory, fills up and then gets free space again. Only root can mount it.',
  defaultMinutes: 1,
  extraMinutes: 10,
  async run({ minutes, say }) {
    if (process.getuid?.() !== 0) throw new Error('This drill needs root to mount a disk.');
    const disk = mkdtempSync(join(tmpdir(), 'course-portal-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk]);
    await using mounted = new AsyncDisposableStack();
    mounted.defer(async () => {
      execFileSync('umount', ['--lazy', disk]);
      rmSync(disk, { recursive: true, force: true });
    });
    const school = mounted.use(await openSchool({ databaseDirectory: join(disk, 'postgres') }));
    const nodes = await Promise.all([school.addNode(), school.addNode()]);
    let [untilUnready, untilReady] = [0, 0];
    const findings = await drillWith(school, {
      outageSeconds: minutes * 60 + 60,
      async faults() {
        await pause(beforeMs);
        const filler = join(disk, 'filler');
        await fill(filler);
        say('the disk is full');
        untilUnready = await secondsUntil(nodes, false);
        await pause(minutes * 60_000);
        rmSync(filler);
        say('the disk has room again');
        // The database may have shut itself down. On a real machine, systemd would restart it.
        await school.startDatabase();
        untilReady = await secondsUntil(nodes, true);
        await pause(beforeMs);
      },
    });
    return [
      atMost('from a full disk until no node reports ready', untilUnready, 20, ' s'),
      atMost('from free space until every node reports ready', untilReady, 60, ' s'),
      ...findings,
    ];
  },
};

async function fill(file: string): Promise<void> {
  const out = createWriteStream(file);
  const chunk = Buffer.alloc(64 * 1024);
  await new Promise<void>((full) => {
    out.on('error', () => full());
    const write = () => {
      while (out.write(chunk)) {}
      out.once('drain', write);
    };
    write();
  });
}
