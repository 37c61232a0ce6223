import { runDemo } from '../src/demo/start.ts';
import { buildWebIfStale } from './build-web.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await buildWebIfStale(say);
  await runDemo(say);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
