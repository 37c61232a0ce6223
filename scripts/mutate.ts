import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { startTestPostgres } from '../tests/support/postgres.ts';

/**
 * Mutation testing: makes small changes to the code and lists those that no test notices. `npm run mutate` tests the
 * rules, and `npm run mutate -- src/server/schedule/commands.ts` tests commands.
 */
const home = 'scripts/mutation';
const cache = '.cache/mutation';
const say = (line: string) => process.stdout.write(`${line}\n`);

const requested = process.argv.slice(2);
const isServer = (file: string) => file.startsWith('src/server/');
const groups = [
  {
    name: 'rules',
    files: requested.length ? requested.filter((file) => !isServer(file)) : ['src/course'],
  },
  { name: 'commands', files: requested.filter(isServer) },
].filter(({ files }) => files.length > 0);

installStryker();
let worst = 0;
for (const group of groups) worst = Math.max(worst, await mutate(group));
process.exit(worst);

async function mutate({ name, files }: { name: string; files: string[] }): Promise<number> {
  const postgres = name === 'commands' ? await startTestPostgres() : undefined;
  try {
    return await runStryker(name, files);
  } finally {
    await postgres?.stop();
  }
}

function runStryker(name: string, files: string[]): Promise<number> {
  mkdirSync(cache, { recursive: true });
  const config = `${cache}/${name}.json`;
  writeFileSync(config, JSON.stringify(optionsFor(name, files)));
  const folders = name === 'rules' ? [] : foldersNear(files.map((file) => file.replace(/:.*/, '')));
  return new Promise((done) => {
    const stryker = spawn(
      process.execPath,
      [`${home}/node_modules/@stryker-mutator/core/bin/stryker.js`, 'run', config],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, TZ: 'UTC', MUTATED_FOLDERS: folders.join(',') },
      },
    );
    for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
      process.once(event, () => stryker.kill('SIGTERM'));
    }
    stryker.on('exit', (code) => done(code ?? 1));
  });
}

/** Also includes the features that call these files or that they call, because their tests cover the files. */
function foldersNear(files: string[]): string[] {
  const own = files.map(dirname);
  const faces = own.map((folder) => `/${basename(folder)}/index.ts'`);
  const callers = globSync('src/server/*/*.ts').filter((file) => {
    const content = readFileSync(file, 'utf8');
    return faces.some((face) => content.includes(face));
  });
  const called = own.flatMap((folder) =>
    globSync(`${folder}/*.ts`).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'\.\.\/([\w-]+)\/index\.ts'/g)].map(
        ([, feature]) => `src/server/${feature}`,
      ),
    ),
  );
  return [...new Set([...own, ...called, ...callers.map(dirname)])];
}

function optionsFor(name: string, files: string[]) {
  return {
    packageManager: 'npm',
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: `${home}/vitest.${name}.ts`, related: false },
    mutate: [...files.map(patternOf), '!src/**/*.test.ts'],
    // Node runs TypeScript directly. Naming a missing file keeps Stryker from rewriting tsconfig.
    tsconfigFile: 'none.json',
    ignorePatterns: [
      'docs/pictures',
      'dist',
      'bench',
      'src/web',
      'coverage',
      `${home}/node_modules`,
    ],
    tempDirName: `${cache}/sandbox`,
    reporters: ['progress-append-only', 'clear-text', 'json'],
    jsonReporter: { fileName: `${cache}/${name}-report.json` },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    concurrency: 2,
    // How long to wait for a mutant that never finishes.
    timeoutMS: 20_000,
    // On a busy machine, the run without mutants takes longer than Stryker's default of five minutes.
    dryRunTimeoutMinutes: 25,
    thresholds: { high: 95, low: 90, break: 85 },
  };
}

/** Expands folders. Stryker handles `file.ts:10-20` itself. */
function patternOf(file: string): string {
  return file.includes('.ts') ? file : `${file}/**/*.ts`;
}

/** Only this script uses Stryker, so it has its own lock file. */
function installStryker(): void {
  if (existsSync(`${home}/node_modules/@stryker-mutator/core`)) return;
  say('Installing Stryker.');
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(command, [...first, 'ci', '--loglevel=error'], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('Installing Stryker failed. See the messages above.');
}
