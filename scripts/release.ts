import { rmSync } from 'node:fs';
import { buildImage, layOutRelease, packRelease } from './build-release.ts';
import { buildServerIfStale } from './build-server.ts';
import { buildWebIfStale } from './build-web.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  if (process.platform !== 'linux') throw new Error('Please make a release on Linux.');
  await buildWebIfStale(say);
  await buildServerIfStale(say);
  rmSync('release', { recursive: true, force: true });
  const folder = layOutRelease('release');
  say(`Made ${await packRelease(folder)} and release/SHA256SUMS.`);
  say(buildImage(folder));
  rmSync(folder, { recursive: true });
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
