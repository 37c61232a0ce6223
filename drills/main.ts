/** Finds out which failures the portal survives, on a single machine: `npm run drill -- NAME`. */
import { parseArgs } from 'node:util';
import { buildDemoIfStale, buildServerIfStale } from '../scripts/build-server.ts';
import { buildWebIfStale } from '../scripts/build-web.ts';
import { clockSkew } from './clock-skew.ts';
import { diskFull } from './disk-full.ts';
import { type Drill, describeFinding, writeResults } from './drill.ts';
import { failover } from './failover.ts';
import { killDatabase, killNodes } from './kills.ts';
import { overload } from './overload.ts';
import { restore } from './restore.ts';
import { soak } from './soak.ts';
import { upgrade } from './upgrade.ts';
import { vendorsDown, vendorsLie } from './vendors.ts';
import { waitingList } from './waiting-list.ts';

const drills: Record<string, Drill> = {
  'kill-nodes': killNodes,
  'kill-database': killDatabase,
  'vendors-down': vendorsDown,
  'vendors-lie': vendorsLie,
  'clock-skew': clockSkew,
  'disk-full': diskFull,
  failover,
  overload,
  restore,
  soak,
  upgrade,
  'waiting-list': waitingList,
};

const say = (line: string) => process.stdout.write(`${line}\n`);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' }, from: { type: 'string' } },
});
const [name = ''] = positionals;
const drill = drills[name];
if (!drill) {
  say('Usage: npm run drill -- NAME [--minutes N]. The drills:');
  for (const [known, { about }] of Object.entries(drills)) say(`  ${known.padEnd(14)}${about}`);
  process.exit(name ? 1 : 0);
}
const minutes = Number(values.minutes ?? drill.defaultMinutes);
if (!(minutes > 0 && minutes <= 24 * 60)) {
  say('--minutes must be a number between 0 and 1440.');
  process.exit(1);
}

await buildWebIfStale(say);
await buildServerIfStale(say);
await buildDemoIfStale(say);
const limitMinutes = minutes + drill.extraMinutes;
const tooLate = setTimeout(() => {
  say(`The drill didn’t finish within ${limitMinutes} minutes.`);
  process.kill(process.pid, 'SIGTERM');
}, limitMinutes * 60_000);
const findings = await drill.run({ minutes, from: values.from, say });
clearTimeout(tooLate);
for (const finding of findings) say(describeFinding(finding));
writeResults(name, drill, minutes, findings);
say('The results are in drills/results.md.');
// Without this, the IPC channel would keep the process alive.
process.exit(findings.some(({ isMet }) => isMet === false) ? 1 : 0);
