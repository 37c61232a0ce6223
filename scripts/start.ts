import { pathToFileURL } from 'node:url';
import { buildDemoIfStale, buildServerIfStale } from './build-server.ts';
import { buildWebIfStale } from './build-web.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await buildWebIfStale(say);
  await buildServerIfStale(say);
  await buildDemoIfStale(say);
  const { runDemo }: typeof import('../src/demo/start.ts') = await import(
    pathToFileURL('dist/demo/start.js').href
  );
  await runDemo(say, { portal: 'dist/server.js', sandbox: 'dist/demo/sandbox.js' });
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
