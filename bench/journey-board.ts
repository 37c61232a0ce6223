/**
 * How long the queries of the journey board take, with 1,000 and with 100,000 students:
 * `node scripts/run.mjs bench/journey-board.ts`. Each is to stay below 300 ms. It has no part in `npm run bench`, which
 * compares and gives ratios only.
 */
import { mkdtempSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JOURNEY_GROUPS } from '../src/course/journey-groups.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { startEmbeddedServer } from '../src/demo/postgres/embedded.ts';
import { connect, type Database } from '../src/server/database/connect.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { countGroups, countMembers, findMembers } from '../src/server/journey-board/groups.ts';
import { refreshProgress } from '../src/server/journey-board/progress.ts';
import { describePeople } from '../src/server/journey-board/queries.ts';
import { readWeekNumbers } from '../src/server/journey-board/week-numbers.ts';
import { discard } from '../tests/support/leftovers.ts';
import { addJourneys } from './journey-fill.ts';

const wantedMs = 300;
const rounds = 7;
const say = (line: string) => process.stdout.write(`${line}\n`);
const now = new Date();
const page = { limit: 20, offset: 20 };

const directory = mkdtempSync(join(tmpdir(), 'course-portal-journey-'));
// As root, the database runs under an account that must be able to enter.
await chmod(directory, 0o755);
const server = await startEmbeddedServer(join(directory, 'postgres'));
try {
  for (const students of [1000, 100_000]) {
    say(`${students.toLocaleString('en-US')} students`);
    await measure(await fill(students));
  }
} finally {
  await server.stop();
  discard(directory);
}
process.exit();

async function fill(students: number): Promise<Database> {
  const url = await server.openDatabase(`students_${students}`);
  await migrate(url);
  await fillDemo(url, now);
  await addJourneys(url, students);
  return connect(url, { poolSize: 1, onLostConnection: () => {} });
}

async function measure(database: Database): Promise<void> {
  const begin = performance.now();
  await refreshProgress(database);
  say(`  everybody worked out anew, once: ${Math.round(performance.now() - begin)} ms`);
  await database.execute('vacuum analyze');
  await time('the numbers', () => countGroups(database, now));
  for (const group of JOURNEY_GROUPS) {
    const list = { group, search: '' };
    await time(`${group}: how many`, () => countMembers(database, list, now));
    await time(`${group}: a page`, () => findMembers(database, list, now, page));
  }
  const searched = { group: 'finished', search: 'chloe sample 9' } as const;
  await time('a search: how many', () => countMembers(database, searched, now));
  await time('a search: a page', () => findMembers(database, searched, now, page));
  const found = await findMembers(database, searched, now, { limit: 20 });
  const ids = found.map(({ id }) => id);
  await time('a page in words', () => describePeople(database, ids, 'finished', now));
  const clock = { now: () => now };
  await time('the week', () => readWeekNumbers({ database, clock }, undefined));
  await database.$client.end();
}

async function time(what: string, run: () => PromiseLike<unknown>): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    await run();
    taken.push(performance.now() - begin);
  }
  const [best = 0] = taken.toSorted((a, b) => a - b);
  const median = taken.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const verdict = median > wantedMs ? ` (more than ${wantedMs})` : '';
  say(`  ${what}: ${Math.round(median)} ms, at best ${Math.round(best)}${verdict}`);
}
