import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../tests/support/leftovers.ts';
import { startTestPostgres } from '../tests/support/postgres.ts';
import { changedFiles, namesOf } from './changed-features.ts';

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
// With several threads, tsc checks the shared types in each of them, which takes twice as much CPU time.
const types: Command = ['tsc', '-p', '.', '--singleThreaded'];
const typesOfTheWeb: Command = ['tsc', '-p', 'src/web', '--singleThreaded'];
const checks: Command[] = [['biome', 'ci', '.'], types, typesOfTheWeb, ['knip']];
// We only measure coverage for the rules, because it would make the other tests 50% slower.
const rules: Command = ['vitest', 'run', ...projects('rules in Pacific/Auckland'), '--coverage'];
const gate: Part[] = [
  ['format, lint, types, unused code, and the rules', '20 s', ...checks, rules],
  ['contract, server', '3 min', ['vitest', 'run', ...projects('contract', 'web', 'server')]],
  // Journeys spend half their time waiting, so component tests can run in the meantime.
  [
    'components, and journeys in the browser',
    '2 min',
    ['vitest', 'run', ...projects('components')],
    ['playwright', 'test', ...projects('gate')],
  ],
];
const slow: Part[] = [
  ['slow tests', '3 min', ['vitest', 'run', ...projects('rules in UTC', 'slow')]],
  ['slow journeys', '3 min', ['playwright', 'test', ...projects('slow')]],
];

/** Most tests import the whole server or the whole web app, so we select them by name. The gate runs the others. */
function changed(since = 'HEAD'): Part[] {
  const files = changedFiles(since);
  const names = [...new Set(files.flatMap(namesOf))];
  const touches = (...folders: string[]) =>
    files.some((file) => folders.some((folder) => file.startsWith(folder)));
  const isShared = touches('src/course/', 'src/contract/');
  const isWeb = isShared || touches('src/web/');
  const isServer = isShared || touches('src/server/', 'src/sandbox/', 'src/demo/');
  const quick = ['run', '--passWithNoTests'];
  const imported = projects('rules in UTC', 'contract', 'web');
  const parts: Part[] = [
    [
      'format, lint, types, rules, contract',
      '15 s',
      ['biome', 'ci', '--no-errors-on-unmatched', ...files.filter((file) => existsSync(file))],
      types,
      ...(isWeb ? [typesOfTheWeb] : []),
      ['vitest', ...quick, ...imported, '--changed', since],
    ],
  ];
  if (names.length === 0) return parts;
  const levels = [...(isWeb ? ['components'] : []), ...(isServer ? ['server'] : [])];
  if (levels.length > 0) {
    parts.push([levels.join(', '), '20 s', ['vitest', ...quick, ...projects(...levels), ...names]]);
  }
  // Journeys are for the web app. The server's own tests cover the server.
  if (isWeb || touches('tests/journeys/')) {
    const journeys = names.map((name) => `tests/journeys/.*${name}`);
    const command = ['test', '--pass-with-no-tests', ...projects('gate'), ...journeys];
    parts.push(['journeys', '20 s', ['playwright', ...command]]);
  }
  return parts;
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
/** The checks don't need PostgreSQL, so it starts while they run. */
const starting = parts.some(needsPostgres) ? startTestPostgres() : undefined;
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(event, () => end(1));

for (const [index, part] of parts.entries()) {
  const [name, takes, ...commands] = part;
  say(`\n[${index + 1} of ${parts.length}] ${name} (about ${takes} on two cores)`);
  if (needsPostgres(part)) await starting;
  await Promise.all(commands.map(run));
}
const { passed, failed } = readTally();
say(`\n${Math.round((Date.now() - began) / 1000)} s`);
for (const title of failed) say(`✗ ${title}`);
say(`${passed} passed, ${failed.length} failed`);
await end(failed.length === 0 ? 0 : 1);

function needsPostgres([, , ...commands]: Part): boolean {
  return projects('server', 'slow', 'gate').some((project) => commands.flat().includes(project));
}

async function run([tool, ...args]: Command): Promise<void> {
  const isRunner = tool === 'vitest' || tool === 'playwright';
  const output = isRunner ? 'inherit' : 'pipe';
  const before = readTally().failed.length;
  const child = spawn(process.execPath, [`node_modules/${tools[tool]}`, ...args], {
    stdio: ['ignore', output, output],
    // This run gets its own temporary directory, so that we can remove what the runners leave behind. GOGC makes tsc
    // collect garbage less often, which saves a third of its time.
    env: { ...process.env, TMPDIR: scratch, TALLY: tally, GOGC: '400' },
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
  await (await starting)?.stop();
  discard(scratch);
  process.exit(code);
}
