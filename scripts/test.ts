import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../tests/support/leftovers.ts';
import { startTestPostgres } from '../tests/support/postgres.ts';
import { changedFiles, featuresOf } from './changed-features.ts';

const tools = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  knip: 'knip/bin/knip.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
};
type Command = [tool: keyof typeof tools, ...args: string[]];
/** Each entry has a name, its usual duration on two cores, and the commands to run in parallel. */
type Part = [name: string, takes: string, ...commands: Command[]];

const projects = (...names: string[]) => names.map((name) => `--project=${name}`);
const checks: Command[] = [
  ['biome', 'ci', '.'],
  ['tsc', '-p', '.'],
  ['tsc', '-p', 'src/web'],
  ['knip'],
];
// We only measure coverage for the rules, because it would make the other tests 50% slower.
const rules: Command = ['vitest', 'run', ...projects('rules in *'), '--coverage'];
const gate: Part[] = [
  ['format, lint, types, unused code, and the rules in two time zones', '30 s', ...checks, rules],
  [
    'contract, components, server',
    '3 min',
    ['vitest', 'run', ...projects('contract', 'web', 'components', 'server')],
  ],
  ['journeys in the browser', '2 min', ['playwright', 'test', ...projects('gate')]],
];
const slow: Part[] = [
  ['slow tests', '3 min', ['vitest', 'run', ...projects('slow')]],
  ['slow journeys', '3 min', ['playwright', 'test', ...projects('slow')]],
];

/** Most tests import the whole server or the whole web app, so we select them by changed feature. */
function changed(since = 'HEAD'): Part[] {
  const files = changedFiles(since);
  const features = [...new Set(files.flatMap(featuresOf))];
  const touches = (folder: string) => files.some((file) => file.startsWith(folder));
  const isShared = touches('src/course/') || touches('src/contract/');
  const quick = ['run', '--passWithNoTests'];
  const journeys = ['test', '--pass-with-no-tests', ...projects('gate')];
  const imported = projects('rules in UTC', 'contract', 'web');
  const inFeatures = (folder: string) => features.map((name) => `${folder}/${name}/`);
  const parts: Part[] = [
    ['format, lint, types, unused code', '20 s', ...checks],
    ['rules, contract', '10 s', ['vitest', ...quick, ...imported, '--changed', since]],
  ];
  if (features.length === 0) return parts;
  for (const [name, folder] of [
    ['components', 'src/web'],
    ['server', 'src/server'],
  ] as const) {
    const command: Command = ['vitest', ...quick, ...projects(name), ...inFeatures(folder)];
    if (isShared || touches(folder)) parts.push([name, '20 s', command]);
  }
  return [
    ...parts,
    ['journeys', '20 s', ['playwright', ...journeys, ...inFeatures('tests/journeys')]],
  ];
}

const [mode = '', since] = process.argv.slice(2);
const modes: Record<string, () => Part[]> = {
  '': () => gate,
  '--slow': () => slow,
  '--all': () => [...gate, ...slow],
  '--changed': () => changed(since),
};
const parts = modes[mode]?.();
if (!parts) throw new Error(`Unknown option ${mode}. Use one of ${Object.keys(modes).join(' ')}`);

const say = (line: string) => process.stdout.write(`${line}\n`);
const began = Date.now();
const scratch = mkdtempSync(join(tmpdir(), 'course-portal-run-'));
// When run as root, the test database uses another account, which must be able to enter this directory.
chmodSync(scratch, 0o755);
/** Each line is either `passed` or the name of a test or check that failed. */
const tally = join(scratch, 'tally');
writeFileSync(tally, '');
const running = new Set<ChildProcess>();
const postgres = await startTestPostgres();
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => end(1));

for (const [index, [name, takes, ...commands]] of parts.entries()) {
  say(`\n[${index + 1} of ${parts.length}] ${name} (about ${takes} on two cores)`);
  await Promise.all(commands.map(run));
}
const { passed, failed } = readTally();
say(`\n${Math.round((Date.now() - began) / 1000)} s`);
// We repeat these at the end, where people look first.
for (const title of failed) say(`✗ ${title}`);
say(`${passed} passed, ${failed.length} failed`);
await end(failed.length === 0 ? 0 : 1);

async function run([tool, ...args]: Command): Promise<void> {
  const isRunner = tool === 'vitest' || tool === 'playwright';
  const output = isRunner ? 'inherit' : 'pipe';
  const before = readTally().failed.length;
  const child = spawn(process.execPath, [`node_modules/${tools[tool]}`, ...args], {
    stdio: ['ignore', output, output],
    // This run gets its own temporary directory, so that we can remove what the runners leave behind.
    env: { ...process.env, TMPDIR: scratch, TALLY: tally },
  });
  running.add(child);
  // Checks run in parallel, so we print each one's output once it's done.
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
  const code = await new Promise((done) => child.on('close', done));
  running.delete(child);
  process.stdout.write(Buffer.concat(said));
  // A check counts as one test. So does a runner that fails although no test failed, because of a crash or low
  // coverage.
  const isUnexplained = !isRunner || readTally().failed.length === before;
  if (code !== 0 && isUnexplained) appendFileSync(tally, `${[tool, ...args].join(' ')}\n`);
  if (code === 0 && !isRunner) appendFileSync(tally, 'passed\n');
}

function readTally() {
  const lines = readFileSync(tally, 'utf8').split('\n').filter(Boolean);
  const failed = lines.filter((line) => line !== 'passed');
  return { passed: lines.length - failed.length, failed };
}

async function end(code: number): Promise<never> {
  for (const child of running) child.kill('SIGTERM');
  await postgres?.stop();
  discard(scratch);
  process.exit(code);
}
