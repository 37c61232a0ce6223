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
  'scripts/markdown.ts',
  'vite.config.ts',
  'package-lock.json',
];
const compressible = /\.(js|css|html|svg|json|webmanifest|txt|vtt|woff)$/;

/** Builds the web when its sources are not those of the last build; a half-made one never counts. */
export async function buildWebIfStale(say: (line: string) => void): Promise<void> {
  const wanted = hashOf(globSync(inputs).sort());
  const stamp = join(target, '.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;

  say('Building the web.');
  const unfinished = `${target}.${process.pid}`;
  const vite = 'node_modules/vite/bin/vite.js';
  const built = spawnSync(
    process.execPath,
    [
      vite,
      'build',
      '--outDir',
      join(process.cwd(), unfinished),
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Whatever the one who builds has set: React carries half as much again outside production.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (built.status !== 0) throw new Error('The web could not be built; the lines above say why.');
  await compressFiles(unfinished);
  writeFileSync(join(unfinished, '.built'), wanted);
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
}

export function hashOf(files: string[]): string {
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
