/**
 * Compares the portal's performance with alternatives: `npm run bench`, or `npm run bench -- NAME…` for some
 * comparisons.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildDemoIfStale, buildServerIfStale } from '../scripts/build-server.ts';
import { buildWebIfStale } from '../scripts/build-web.ts';
import { compareBytes } from './bytes.ts';
import { compareCpu } from './cpu.ts';
import { compareDisk } from './disk.ts';
import { compareFirstView } from './first-view.ts';
import { compareGrowth, compareHotCalls } from './hot-calls.ts';
import { compareHttpLayer } from './http-layer.ts';
import { compareIdle } from './idle.ts';
import { compareLighthouse } from './lighthouse.ts';
import { type Load, openLoad } from './load.ts';
import { describeRow, type Row, writeResults } from './measure.ts';
import { compareNavigation } from './navigation.ts';
import { compareNodes } from './nodes.ts';
import { comparePlanning, compareRegistering } from './registering.ts';
import { compareSaving } from './saving.ts';
import { openSetup, type Setup } from './setup.ts';
import { compareStaffPages } from './staff-pages.ts';
import { compareStudentList } from './student-list.ts';

const comparisons: Record<string, (setup: Setup, load: Load) => Promise<Row[]>> = {
  bytes: compareBytes,
  'first-view': compareFirstView,
  navigation: compareNavigation,
  lighthouse: (setup) => compareLighthouse(setup, installPackages()),
  'http-layer': (_setup, load) => compareHttpLayer(load),
  'hot-calls': (setup, load) => compareHotCalls(setup, load, installPackages()),
  cpu: compareCpu,
  idle: compareIdle,
  registering: compareRegistering,
  planning: comparePlanning,
  nodes: compareNodes,
  saving: compareSaving,
  'students-10000': (setup, load) => compareStudentList(setup, load, 10_000),
  growth: compareGrowth,
  'students-100000': (setup, load) => compareStudentList(setup, load, 100_000),
  'staff-pages': compareStaffPages,
  disk: compareDisk,
};

const say = (line: string) => process.stdout.write(`${line}\n`);

const { positionals: names } = parseArgs({ allowPositionals: true });
if (names.some((name) => !(name in comparisons))) {
  say('npm run bench runs everything and writes bench/results.md.');
  say('npm run bench -- NAME… runs only some of these and prints the results:');
  for (const known of Object.keys(comparisons)) say(`  ${known}`);
  process.exit(1);
}

await buildWebIfStale(say);
await buildServerIfStale(say);
await buildDemoIfStale(say);
if (names.length > 0) {
  await measure(names);
} else {
  writeResults(await measure(Object.keys(comparisons)));
  say('The results are in bench/results.md.');
}
// Without this, the IPC channel would keep the process alive.
process.exit();

async function measure(chosen: string[]): Promise<Row[]> {
  await using setup = await openSetup();
  // Stopping causes both a signal and a disconnect, but we can only dispose of the setup once.
  let isStopping = false;
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
    process.on(event, () => {
      if (isStopping) return;
      isStopping = true;
      setup[Symbol.asyncDispose]().finally(() => process.exit(1));
    });
  }
  const load = await openLoad();
  const measured: Row[] = [];
  for (const one of chosen) {
    for (const row of await compare(one)) {
      measured.push(row);
      say(describeRow(row));
    }
  }
  await load.stop();
  return measured;

  /** If one comparison fails, we keep the other results, which take half an hour. */
  async function compare(name: string): Promise<Row[]> {
    try {
      return (await comparisons[name]?.(setup, load)) ?? [];
    } catch (error) {
      say(String((error as Error).stack));
      return [{ measure: name, against: '', wanted: '', ratios: [], reason: 'failed' }];
    }
  }
}

/** Only the benchmarks use Express, Sequelize and Lighthouse, so these have their own lock file. */
function installPackages(): boolean {
  if (['express', 'lighthouse'].every((one) => existsSync(`bench/node_modules/${one}`)))
    return true;
  say('Installing the packages for the comparisons.');
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(command, [...first, 'ci', '--loglevel=error'], {
    cwd: 'bench',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}
