/** What the portal does, measured against what it could be compared with: `npm run bench`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildDemoIfStale, buildServerIfStale } from '../scripts/build-server.ts';
import { buildWebIfStale } from '../scripts/build-web.ts';
import { compareBytes } from './bytes.ts';
import { compareFirstView } from './first-view.ts';
import { compareGrowth, compareHotCalls } from './hot-calls.ts';
import { compareHttpLayer } from './http-layer.ts';
import { openLoad } from './load.ts';
import type { Row } from './measure.ts';
import { compareNodes } from './nodes.ts';
import { compareRegistering } from './registering.ts';
import { describeRow, writeResults } from './results.ts';
import { openSetup } from './setup.ts';
import { compareStudentList } from './student-list.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

await buildWebIfStale(say);
await buildServerIfStale(say);
await buildDemoIfStale(say);
writeResults(await measureAll());
say('Written to bench/results.md.');
// The channel to whoever started this would keep it waiting.
process.exit();

async function measureAll(): Promise<Row[]> {
  await using setup = await openSetup();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
    process.on(event, () => setup[Symbol.asyncDispose]().finally(() => process.exit(1)));
  }
  const load = await openLoad();
  const rows: Row[] = [];
  for (const compare of [
    () => compareBytes(),
    () => compareFirstView(setup),
    () => compareHttpLayer(load),
    () => compareHotCalls(setup, load, installCompetitors()),
    () => compareRegistering(setup, load),
    () => compareNodes(setup, load),
    () => compareStudentList(setup, load, 10_000),
    () => compareGrowth(setup, load),
    () => compareStudentList(setup, load, 100_000),
  ]) {
    for (const row of await compare()) {
      rows.push(row);
      say(describeRow(row));
    }
  }
  await load.stop();
  return rows;
}

/** Express and Sequelize are nobody's but the bench's: they have a lock file of their own. */
function installCompetitors(): boolean {
  if (existsSync('bench/node_modules/express')) return true;
  say('Installing what the portal is compared with.');
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
  const { status } = spawnSync(command, [...first, 'ci', '--loglevel=error'], {
    cwd: 'bench',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return status === 0;
}
