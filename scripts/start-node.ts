import { pathToFileURL } from 'node:url';
import { buildServerIfStale } from './build-server.ts';
import { buildWebIfStale } from './build-web.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await buildWebIfStale(say);
  await buildServerIfStale(say);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await import(pathToFileURL('dist/server.js').href);
