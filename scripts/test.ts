import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { discard } from '../tests/support/leftovers.ts';
import { startTestPostgres } from '../tests/support/postgres.ts';
import { buildDemoIfStale, buildServerIfStale } from './build-server.ts';
import { buildWebIfStale } from './build-web.ts';

interface Counts {
  passed: number;
  /** The titles of the tests that failed. */
  failed: string[];
  /** The titles of those that passed only when they were tried again. */
  flaky?: string[];
}

interface VitestFile {
  name: string;
  status: string;
  assertionResults: { fullName: string; status: string }[];
}

interface VitestReport {
  numPassedTests: number;
  testResults: VitestFile[];
}

interface PlaywrightSuite {
  specs?: { file: string; title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: PlaywrightSuite[];
}

interface StartOptions {
  stdio: StdioOptions;
  env?: Record<string, string> | undefined;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const scratch = mkdtempSync(join(tmpdir(), 'course-portal-run-'));
// As root, a test's database runs under an account that must be able to enter.
chmodSync(scratch, 0o755);
/** Counts the transactions of a node that nobody uses: on a busy machine there are more, so it runs by itself. */
const idleNode = 'tests/portal/idle.test.ts';
/** More than these are no accident. */
const mostFilesAgain = 5;
const total = { passed: 0, failed: [] as string[], flaky: [] as string[] };
const running = new Set<ChildProcess>();

await Promise.all([
  check('format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '.'),
  check('types', 'node_modules/typescript/bin/tsc', '-p', '.'),
  check('types of the web', 'node_modules/typescript/bin/tsc', '-p', 'src/web'),
  check('nothing unused', 'node_modules/knip/bin/knip.js'),
]);
await buildWebIfStale(say);
await buildServerIfStale(say);
await buildDemoIfStale(say);

const postgres = await startTestPostgres();
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
  process.on(event, async () => {
    for (const child of running) child.kill('SIGTERM');
    await postgres?.stop();
    discard(scratch);
    process.exit(1);
  });
}
// What the tests cover is asked of the rules alone, and costs the others half their time again.
await test('rules', '--project=rules in *', '--coverage');
await testTwice(
  'contract, web, components and server',
  '--project=contract',
  '--project=web',
  '--project=components',
  '--project=server',
  `--exclude=${idleNode}`,
);
await testTwice('an idle node', '--project=server', idleNode);

const playwrightCounts = join(scratch, 'playwright.json');
await run('node_modules/@playwright/test/cli.js', ['test'], {
  PLAYWRIGHT_COUNTS: playwrightCounts,
}).then((code) => add('journeys in the browser', code, readPlaywright(playwrightCounts)));
await postgres?.stop();
discard(scratch);

say('');
// Named again at the end, where somebody who sees only the last lines finds them.
for (const title of total.flaky) say(`~ passed at the second try: ${title}`);
for (const title of total.failed) say(`✗ ${title}`);
say(`${total.passed} passed, ${total.failed.length} failed`);
process.exit(total.failed.length === 0 ? 0 : 1);

/** Checks run side by side, so what one has to say is held back until it is done. */
async function check(name: string, script: string, ...args: string[]) {
  const child = start(script, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
  const code = await ended(child);
  process.stdout.write(Buffer.concat(said));
  add(name, code, { passed: code === 0 ? 1 : 0, failed: [] });
}

async function test(name: string, ...args: string[]) {
  const { code, counts } = await vitest(name, args);
  add(name, code, counts);
}

/**
 * Files that failed are tried once more, by themselves, as the journeys are: what fails only beside the others on a busy
 * machine is named, what fails again has failed.
 */
async function testTwice(name: string, ...args: string[]) {
  const { code, counts, failedFiles } = await vitest(name, args);
  if (failedFiles.length === 0 || failedFiles.length > mostFilesAgain) {
    add(name, code, counts);
    return;
  }
  const again = await vitest(`${name}, again`, [...args, ...failedFiles]);
  const { failed } = again.counts;
  const flaky = counts.failed.filter((title) => !failed.includes(title));
  add(name, again.code, { passed: counts.passed + flaky.length, failed, flaky });
}

async function vitest(name: string, args: string[]) {
  const file = join(scratch, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters]);
  const { numPassedTests: passed = 0, testResults = [] } = readJson<VitestReport>(file);
  const failed = testResults.filter(hasFailed);
  return {
    code,
    counts: { passed, failed: failed.flatMap(failedTests) },
    failedFiles: failed.map((one) => relative('.', one.name)),
  };
}

/** A runner that failed without a failed test (it crashed, or coverage is short) counts as one. */
function add(name: string, code: number, { passed, failed, flaky = [] }: Counts) {
  const failures = code === 0 || failed.length > 0 ? failed : [name];
  total.passed += passed;
  total.failed.push(...failures);
  total.flaky.push(...flaky);
  say(`${failures.length > 0 ? '✗' : '✓'} ${name}`);
}

function run(script: string, args: string[], env?: Record<string, string>): Promise<number> {
  return ended(start(script, args, { stdio: ['ignore', 'inherit', 'inherit'], env }));
}

function start(script: string, args: string[], { stdio, env }: StartOptions): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], {
    stdio,
    // What a runner leaves behind goes with the run.
    env: { ...process.env, TMPDIR: scratch, ...env },
  });
  running.add(child);
  child.on('close', () => running.delete(child));
  return child;
}

function ended(child: ChildProcess): Promise<number> {
  return new Promise((done) => {
    child.on('close', (code) => done(code ?? 1));
  });
}

/** A file that broke outside its tests has none that failed, and stands for itself. */
function failedTests({ name, assertionResults }: VitestFile): string[] {
  const file = relative('.', name);
  const failed = assertionResults.filter(hasFailed);
  return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file];
}

function hasFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}

function readPlaywright(file: string): Counts {
  const { stats, suites = [] } = readJson<PlaywrightReport>(file);
  const titled = (status: string) => suites.flatMap((suite) => titlesIn(suite, status));
  const flaky = titled('flaky');
  return { passed: (stats?.expected ?? 0) + flaky.length, failed: titled('unexpected'), flaky };
}

function titlesIn({ specs = [], suites = [] }: PlaywrightSuite, wanted: string): string[] {
  const found = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [
    ...found.map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => titlesIn(suite, wanted)),
  ];
}

function readJson<Report>(file: string): Partial<Report> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
