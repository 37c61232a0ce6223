import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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
    'Two nodes of this version. Two of a made-up next version start, migrate the tables under load and take over; then it goes back the same way. --from COMMIT upgrades from an older version instead, without going back.',
  defaultMinutes: 2,
  extraMinutes: 12,
  async run({ minutes, from, say }) {
    let made: OldVersion | undefined;
    await using school = await openSchool(
      from
        ? {
            async fill(url, directory) {
              const place = join(directory, 'old-version');
              await buildOldVersion(from, place, say);
              made = await fillOldVersion(place, url);
            },
          }
        : {},
    );
    const versions = from
      ? { old: { directory: join(school.directory, 'old-version') }, next: {} }
      : { old: {}, next: { directory: makeNextVersion(school.directory) } };
    const migrationsBefore = await countMigrations(school);
    const old = await Promise.all([1, 2].map(() => school.addNode({}, versions.old)));
    const step = () => pause((minutes * 60_000) / (from ? 4 : 6));
    let unready = 0;
    const countUnready = async (nodes: { url: string }[]) => {
      for (const { url } of nodes) if (!(await fetch(`${url}/readyz`)).ok) unready += 1;
    };
    let migrationsAfter = 0;

    const findings = await drillWith(school, {
      ...(made && { course: made.course }),
      async newStudent() {
        const student = made?.students.shift();
        if (!student) return openTextedStudent(school);
        return { ...asStudent(school, student, student.session), phone: student.phone };
      },
      async faults() {
        await step();
        say('a node of the next version migrates the tables');
        const next = [await school.addNode({}, versions.next)];
        migrationsAfter = await countMigrations(school);
        await step();
        await countUnready(old);
        next.push(await school.addNode({}, versions.next));
        await step();
        for (const node of old) await node.stop();
        say('the old nodes are gone');
        await step();
        if (from) return;
        const again = await Promise.all([1, 2].map(() => school.addNode({}, versions.old)));
        await countUnready([...next, ...again]);
        say('nodes of the old version run on the newer tables');
        for (const node of next) await node.stop();
        await step();
        await goBack(school, versions.next.directory ?? '.');
        say('the migration is reverted');
        await step();
        await countUnready(again);
      },
    });
    return [
      figure('the older version', from ? from.slice(0, 10) : 'this one'),
      figure('migrations under load', migrationsAfter - migrationsBefore),
      mustBe('nodes not ready alongside others', unready, 0),
      ...(from
        ? []
        : [
            mustBe(
              'migrations left after going back',
              (await countMigrations(school)) - migrationsBefore,
              0,
            ),
          ]),
      ...findings,
    ];
  },
};

const up = `-- old nodes: keep running
alter table registrations add column drill_note text;
--> statement-breakpoint
alter table people add column drill_note text;`;
const down = `alter table registrations drop column drill_note; alter table people drop column drill_note`;

function makeNextVersion(directory: string): string {
  const place = join(directory, 'next-version');
  cpSync('dist', join(place, 'dist'), { recursive: true });
  const migrations = join(place, 'dist/server/migrations');
  const file = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const entry = { ...journal.entries.at(-1), idx: journal.entries.length, tag: '9999_drill' };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  writeFileSync(join(migrations, '9999_drill.sql'), up);
  writeFileSync(join(migrations, '9999_drill.down.sql'), down);
  return place;
}

/** Runs the next version's command line, because only that version has the script to go back. */
async function goBack({ settings, database }: School, directory: string): Promise<void> {
  const { rows } = await database.execute<{ name: string }>(
    'select name from drizzle.__drizzle_migrations order by id desc offset 1 limit 1',
  );
  const program = join(directory, 'dist/portal.js');
  const env = { ...process.env, ...settings };
  await run(process.execPath, [program, 'migrate', '--to', rows[0]?.name ?? ''], { env });
}

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
