import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputOptions } from 'rolldown';
import { buildIfStale } from './build-web.ts';

interface Bundle {
  directory: string;
  entries: Record<string, string>;
  inputs: string[];
  output: OutputOptions;
}

/**
 * Packages go into a separate file without a source map. To print its first error, Node reads the whole map, and a map
 * of all packages would block the process for a second.
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

/** pg-boss requires this version. Older versions start, but fail later. */
const oldestNode = 22;

/** Node only applies source maps to files that it loads after this call, so the bundle has to be a separate file. */
const starterOf = (entry: string) => `if (Number.parseInt(process.versions.node) < ${oldestNode}) {
  console.error('The portal needs Node ${oldestNode} or newer. This is ' + process.versions.node + '.');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import('./server/${entry}.js');
`;

/**
 * Bundles all packages. `node dist/server.js` only needs dist/server and dist/web, and `node dist/portal.js` is the
 * command line.
 */
export async function buildServerIfStale(say: (line: string) => void): Promise<void> {
  await bundleIfStale(server, () => say('Building the server.'));
  writeFileSync('dist/server.js', starterOf('main'));
  writeFileSync('dist/portal.js', starterOf('portal'));
}

/** We bundle this, because Node would otherwise read Drizzle's 180 KB manifest for each of its files. */
export function buildDemoIfStale(say: (line: string) => void): Promise<void> {
  return bundleIfStale(demo, () => say('Building the demo.'));
}

function bundleIfStale(bundle: Bundle, announce: () => void): Promise<void> {
  const inputs = [...bundle.inputs, 'scripts/build-server.ts', 'package-lock.json'];
  return buildIfStale(bundle.directory, inputs, async (directory) => {
    announce();
    mkdirSync(directory, { recursive: true });
    await writeBundle(bundle, directory);
    // migrate.ts looks for the migrations in its own folder.
    cpSync('src/server/database/migrations', join(directory, 'migrations'), { recursive: true });
  });
}

async function writeBundle({ entries, output }: Bundle, target: string): Promise<void> {
  // We import this only when we need it, because it's slow to load.
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
