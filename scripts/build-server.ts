import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { OutputOptions } from 'rolldown';
import { hashOf } from './build-web.ts';

interface Bundle {
  directory: string;
  entries: Record<string, string>;
  inputs: string[];
  output: OutputOptions;
}

/**
 * The packages have a file of their own, which gets no source map: Node reads a map whole when the first error
 * is printed, and theirs would stop the process for a second.
 */
const server: Bundle = {
  directory: 'dist/server',
  entries: { main: 'src/server/main.ts', portal: 'src/server/command-line/main.ts' },
  inputs: ['src/{server,contract,course}/**'],
  output: {
    sourcemap: true,
    codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] },
  },
};

const demo: Bundle = {
  directory: 'dist/demo',
  entries: { start: 'src/demo/start.ts', sandbox: 'src/sandbox/main.ts' },
  inputs: ['src/{demo,sandbox,server,contract,course}/**'],
  output: {},
};

/** The queue's own lower bound. Older ones start, and fail at the first thing that they lack. */
const oldestNode = 22;

/** Node maps only files that are loaded after this was switched on, so the bundle is not this file itself. */
const starterOf = (entry: string) => `if (Number.parseInt(process.versions.node) < ${oldestNode}) {
  console.error('The portal needs Node ${oldestNode} or newer, and this is ' + process.versions.node + '.');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import('./server/${entry}.js');
`;

/**
 * One node with its packages inside: `node dist/server.js` needs dist/server, dist/web and no installed package.
 * `node dist/portal.js` is the command line on the same database.
 */
export async function buildServerIfStale(say: (line: string) => void): Promise<void> {
  await buildIfStale(server, () => say('Building the server.'));
  writeFileSync('dist/server.js', starterOf('main'));
  writeFileSync('dist/portal.js', starterOf('portal'));
}

/** What `npm start` runs beside the server. Node reads a manifest of 180 KB for each of Drizzle's files; here are none. */
export async function buildDemoIfStale(say: (line: string) => void): Promise<void> {
  await buildIfStale(demo, () => say('Building the demo.'));
}

async function buildIfStale(bundle: Bundle, announce: () => void): Promise<void> {
  const { directory, inputs } = bundle;
  const files = globSync([...inputs, 'scripts/build-server.ts', 'package-lock.json']);
  const wanted = hashOf(files.sort());
  const stamp = join(directory, '.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  announce();
  const unfinished = `${directory}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await writeBundle(bundle, unfinished);
  // migrate.ts reads them from the folder it is in.
  cpSync('src/server/database/migrations', join(unfinished, 'migrations'), { recursive: true });
  writeFileSync(join(unfinished, '.built'), wanted);
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
}

async function writeBundle({ entries, output }: Bundle, target: string): Promise<void> {
  // Loaded when there is something to build, because it takes a while.
  const { build } = await import('rolldown');
  const built = await build({
    input: entries,
    platform: 'node',
    write: false,
    output: { ...output, dir: target, format: 'esm', chunkFileNames: '[name].js' },
  });
  for (const file of built.output) {
    if (file.fileName === 'packages.js.map') continue;
    const content = file.type === 'chunk' ? file.code.replace(missingMap, '') : file.source;
    writeFileSync(join(target, file.fileName), content);
  }
}

const missingMap = /^\/\/# sourceMappingURL=packages\.js\.map$/m;
