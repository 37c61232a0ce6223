import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openTextedStudent, planCourse } from '../tests/support/acknowledged-writes.ts';
import { asStudent } from '../tests/support/students.ts';
import { type Drill, figure, mustBe } from './drill.ts';
import { makeReal, openSchool, type School } from './school.ts';
import { drillWith } from './watch.ts';

const run = promisify(execFile);

/** More students than can register before the migration. The current version registers the others. */
const studentsOfOldVersion = 200;

interface OldVersion {
  course: number[][];
  students: { id: number; email: string; lastName: string; phone: string; session: string }[];
}

export const upgrade: Drill = {
  about:
    'Two nodes of an older version. Two of this version start, migrate the tables and take over. --from COMMIT picks another version.',
  defaultMinutes: 2,
  extraMinutes: 12,
  async run({ minutes, from, say }) {
    const revision = from ?? (await revisionBeforeNewestMigration());
    let made: OldVersion = { course: [], students: [] };
    await using school = await openSchool({
      async fill(url, directory) {
        const place = oldVersionIn(directory);
        await buildOldVersion(revision, place, say);
        made = await fillOldVersion(place, url);
      },
    });
    const directory = oldVersionIn(school.directory);
    const migrationsBefore = await countMigrations(school);
    const old = await Promise.all([1, 2].map(() => school.addNode({}, { directory })));
    const quarter = (minutes * 60_000) / 4;
    const readiness: boolean[] = [];

    const findings = await drillWith(school, {
      course: made.course,
      async newStudent() {
        const next = made.students.shift();
        if (!next) return openTextedStudent(school);
        return { ...asStudent(school, next, next.session), phone: next.phone };
      },
      async faults() {
        await pause(quarter);
        say('a node of this version migrates the tables');
        await school.addNode();
        await pause(quarter);
        for (const { url } of old) readiness.push((await fetch(`${url}/readyz`)).ok);
        await school.addNode();
        await pause(quarter);
        for (const node of old) await node.stop();
        say('the old nodes are gone');
        await pause(quarter);
      },
    });
    return [
      figure('the older version', revision.slice(0, 10)),
      figure('migrations under load', (await countMigrations(school)) - migrationsBefore),
      mustBe(
        'old nodes not ready alongside new ones',
        readiness.filter((ready) => !ready).length,
        0,
      ),
      ...findings,
    ];
  },
};

const oldVersionIn = (directory: string) => join(directory, 'old-version');

/** Returns the newest commit that doesn't have all of today's migrations, or else the one that added the baseline. */
async function revisionBeforeNewestMigration(): Promise<string> {
  const current = tagsIn(readFileSync(journal, 'utf8'));
  const { stdout } = await run('git', ['log', '--first-parent', '--format=%H', '--', journal]);
  let oldest: string | undefined;
  for (const revision of stdout.trim().split('\n')) {
    const tags = tagsIn((await run('git', ['show', `${revision}:${journal}`])).stdout);
    if (!tags.every((tag, at) => tag === current[at])) continue;
    if (tags.length < current.length) return revision;
    oldest = revision;
  }
  if (!oldest)
    throw new Error('This repository has no older version. Name one with --from COMMIT.');
  return oldest;
}

const journal = 'src/server/database/migrations/meta/_journal.json';
const tagsIn = (json: string) =>
  (JSON.parse(json).entries as { tag: string }[]).map(({ tag }) => tag);

async function buildOldVersion(revision: string, directory: string, say: (line: string) => void) {
  mkdirSync(directory);
  const archive = join(directory, 'old.tar');
  await run('git', ['archive', `--output=${archive}`, revision]);
  await run('tar', ['--extract', `--file=${archive}`, `--directory=${directory}`]);
  const lock = 'package-lock.json';
  if (readFileSync(lock, 'utf8') === readFileSync(join(directory, lock), 'utf8')) {
    symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  }
  say(`building version ${revision.slice(0, 10)}`);
  await run(process.execPath, ['scripts/run.mjs', 'scripts/build.ts'], { cwd: directory });
}

/** Runs the older version's own code, because the current statements don't match its tables. */
async function fillOldVersion(directory: string, url: string): Promise<OldVersion> {
  writeFileSync(join(directory, 'fill-old-version.ts'), fillProgram);
  const course = JSON.stringify(planCourse(new Date()));
  const { stdout } = await run(process.execPath, ['fill-old-version.ts', url, course], {
    cwd: directory,
    maxBuffer: 10_000_000,
  });
  return JSON.parse(stdout);
}

const fillProgram = `
import { fillDemo } from '../src/demo/fill.ts';
import { connect } from '../src/server/database/connect.ts';
import { migrate } from '../src/server/database/migrate.ts';

const url = process.argv[2];
await migrate(url);
await fillDemo(url, new Date());
const database = connect(url, { poolSize: 2, onLostConnection() {} });
await database.execute(${JSON.stringify(makeReal)});
const world = { database, clock: { now: () => new Date() }, url: '' };
const course = [];
for (const choices of JSON.parse(process.argv[3])) {
  const ids = [];
  for (const choice of choices) ids.push(await addClassOn(world, ...choice));
  course.push(ids);
}
const students = [];
for (let n = 1; n <= ${studentsOfOldVersion}; n += 1) {
  const phone = '+1202' + (5_500_000 + n);
  const { id, lastName, cookie } = await openStudent(world, { phone, email: 'old-' + n + '@school.test' });
  students.push({ id, lastName, phone, email: 'old-' + n + '@school.test', session: cookie.split('=')[1] });
}
process.stdout.write(JSON.stringify({ course, students }), () => process.exit(0));
`;

async function countMigrations({ database }: School): Promise<number> {
  const { rows } = await database.execute<{ count: number }>(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  );
  return rows[0]?.count ?? 0;
}
