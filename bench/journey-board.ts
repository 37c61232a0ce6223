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
import {
  listJourneyPeople,
  readJourney,
  readWeekNumbers,
  refreshProgress,
} from '../src/server/journey-board/index.ts';
import { discard } from '../tests/support/leftovers.ts';
import { addJourneys } from './journey-fill.ts';

const wantedMs = 300;
const rounds = 7;
const say = (line: string) => process.stdout.write(`${line}\n`);
const now = new Date();

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
  const services = { database, clock: { now: () => now } };
  await time('the numbers', () => readJourney(services));
  for (const group of JOURNEY_GROUPS) {
    await time(`${group}: its number and a page`, () =>
      listJourneyPeople(services, { group, search: '', page: 2 }),
    );
  }
  const searched = { group: 'finished', search: 'chloe sample 9', page: 1 } as const;
  await time('a search: its number and a page', () => listJourneyPeople(services, searched));
  await time('the week', () => readWeekNumbers(services, undefined));
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
