import { buildSbom } from './build-sbom.ts';
import { buildServerIfStale } from './build-server.ts';
import { buildWebIfStale } from './build-web.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await buildWebIfStale(say);
  await buildServerIfStale(say);
  buildSbom();
  say('dist is up to date. Run it with node dist/server.js.');
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
