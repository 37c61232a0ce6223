/** What the portal does, measured against what it could be compared with: `npm run bench`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compareBytes } from './bytes.ts';
import { compareFront } from './front.ts';
import { compareGrowth, compareHotCalls } from './hot-calls.ts';
import { openLoad } from './load.ts';
import type { Row } from './measure.ts';
import { compareNodes } from './nodes.ts';
import { compareRegistering } from './registering.ts';
import { describeRow, writeResults } from './results.ts';
import { compareStudentList } from './student-list.ts';
import { openWorld } from './world.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

installCompetitors();
await using world = await openWorld();
const load = await openLoad();
const rows: Row[] = [];
for (const compare of [
  () => compareBytes(),
  () => compareFront(load),
  () => compareHotCalls(world, load),
  () => compareRegistering(world, load),
  () => compareNodes(world, load),
  () => compareStudentList(world, 10_000),
  () => compareGrowth(world, load),
  () => compareStudentList(world, 100_000),
]) {
  for (const row of await compare()) {
    rows.push(row);
    say(describeRow(row));
  }
}
await load.stop();
writeResults(rows);
say('Written to bench/results.md.');

/** Express and Sequelize are nobody's but the bench's: they have a lock file of their own. */
function installCompetitors() {
  if (existsSync('bench/node_modules/express')) return;
  say('Installing what the portal is compared with.');
  const { status } = spawnSync('npm', ['ci', '--prefix', 'bench', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}
