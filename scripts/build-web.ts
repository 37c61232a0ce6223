import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const target = 'dist/web';
const inputs = [
  'src/{web,contract,course}/**',
  'docs/{operating.md,operating/**}',
  'scripts/{markdown,vite-plugins}.ts',
  'vite.config.ts',
  'package-lock.json',
];
const compressible = /\.(js|css|html|svg|json|webmanifest|txt|vtt|woff)$/;

/**
 * If the inputs have changed since the last build, builds into a temporary directory first, so that no one uses an
 * incomplete build.
 */
export async function buildIfStale(
  target: string,
  inputs: string[],
  build: (directory: string) => Promise<void>,
): Promise<void> {
  const hash = hashOf(globSync(inputs).sort());
  const stamp = join(target, '.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').startsWith(hash)) return;
  const unfinished = `${target}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  await build(unfinished);
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(join(unfinished, '.built'), `${hash} ${today}`);
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
}

export function buildWebIfStale(say: (line: string) => void): Promise<void> {
  return buildIfStale(target, inputs, async (directory) => {
    say('Building the web pages.');
    buildWeb(directory);
    buildWeb(join(directory, '.server'), '--ssr', 'app/render.tsx');
    await compressFiles(directory);
  });
}

function buildWeb(directory: string, ...options: string[]): void {
  const vite = 'node_modules/vite/bin/vite.js';
  const built = spawnSync(
    process.execPath,
    [
      vite,
      'build',
      '--outDir',
      join(process.cwd(), directory),
      '--emptyOutDir',
      '--logLevel',
      'error',
      ...options,
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Outside production mode, React is 50% larger.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (built.status !== 0) throw new Error('Building the web pages failed. See the messages above.');
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    if (statSync(file).isFile() && !file.includes('.test.'))
      hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

async function compressFiles(directory: string): Promise<void> {
  const files = globSync(join(directory, '**')).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, quality));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
