import { JOURNEY_GROUPS } from '../src/course/journey-groups.ts';
import { openQueue } from '../src/server/jobs/queue.ts';
import { createLog } from '../src/server/platform/log.ts';
import { addNewcomers, requestsFor } from './fill.ts';
import type { Load } from './load.ts';
import { divide, measureInTurns, median, type Row } from './measure.ts';
import { type Process, startProcess } from './processes.ts';
import { type Filled, type Setup, settingsFor, unusedVendors } from './setup.ts';
import { query } from './statements.ts';

const sizes = [1000, 100_000] as const;
/** How often we make each call per turn. */
const times = 12;

interface Target {
  database: Filled;
  portal: Process<string>;
}

type Pages = Record<string, string[]>;

export async function compareStaffPages(setup: Setup, load: Load): Promise<Row[]> {
  const targets: Target[] = [];
  const pages: Pages[] = [];
  for (const size of sizes) {
    const database = await setup.journeys(size);
    await makeJobTables(database.url);
    const settings = settingsFor(database.url, unusedVendors);
    const portal = await startProcess<string>('bench/app-process.ts', settings);
    targets.push({ database, portal });
    pages.push(await pagesOf(database.url));
  }
  const rows: Row[] = [];
  for (const name of Object.keys(pages[0] ?? {})) {
    const sides = targets.map(
      (target, at) => () => timePage(load, target, pages[at]?.[name] ?? []),
    );
    const [small = async () => Number.NaN, large = async () => Number.NaN] = sides;
    const turns = await measureInTurns({ small, large }, 1);
    rows.push(...describe(name, turns));
  }
  await Promise.all(targets.map(({ portal }) => portal.stop()));
  return rows;
}

/** These pages read failed jobs. Our portals don't run jobs here, so we have to create the tables ourselves. */
async function makeJobTables(databaseUrl: string) {
  const queue = await openQueue(databaseUrl, createLog('silent'));
  await queue.stop();
}

/** Returns how much a page may grow from 1,000 to 100,000 students, and how many milliseconds it may take then. */
function goalsOf(name: string): { growth: string; ms: string } {
  if (name.startsWith('journey')) return { growth: '≤ 2', ms: '≤ 100' };
  return { growth: name === 'the page of a class' ? '≤ 1.3' : '≤ 1.5', ms: '≤ 300' };
}

/** Explains how a page grows with the school. */
function causeOf(name: string): string {
  if (name === 'today')
    return ' It names up to 1,000 students, and larger schools have fuller classes.';
  if (name.endsWith('its numbers') || name.endsWith('12 weeks')) {
    return ' With 1,000, it counts each time. With 100,000, it returns stored figures, which are counted again in the background.';
  }
  if (name.includes('choose-again')) {
    return ' With 1,000 students, it lists three people, with 100,000 a full page of 50. Most of the time goes into describing them.';
  }
  if (name.endsWith('a search')) return ' It counts everyone it finds.';
  return name.startsWith('journey') ? ' The total of a long list comes from the numbers.' : '';
}

function describe(name: string, { small, large }: Record<'small' | 'large', number[]>): Row[] {
  return [
    {
      measure: `${name} with 100,000 students`,
      against: 'with 1,000',
      wanted: goalsOf(name).growth,
      ratios: divide(large, small),
      note: `${median(small).toFixed(1)} ms with 1,000 students, ${median(large).toFixed(1)} ms with 100,000.${causeOf(name)}`,
    },
    {
      measure: `${name} with 100,000 students`,
      against: 'ms',
      wanted: goalsOf(name).ms,
      ratios: large,
    },
  ];
}

async function timePage(load: Load, { database, portal }: Target, calls: string[]) {
  let sum = 0;
  for (const path of calls) {
    const admin = requestsFor(
      path,
      Array.from({ length: times }, () => database.people.admin),
    );
    const plan = { urls: [portal.readyMessage], connections: 1, seconds: null, requests: admin };
    sum += (await load.run(plan)).p50;
  }
  return sum;
}

async function pagesOf(databaseUrl: string): Promise<Pages> {
  const [person] = await query<{ id: number }>(
    databaseUrl,
    `select id from people where email = 'journey-500@bench.test'`,
  );
  const people = `/api/admin/people/${person?.id}`;
  const board = '/api/admin/journey';
  const lists = JOURNEY_GROUPS.map((group) => [
    `journey board, list "${group}"`,
    [`${board}/people?group=${group}&page=1`],
  ]);
  return {
    'the page of a class': [`/api/admin/classes/${await addClass(databaseUrl)}`],
    'the page of a person': [people, `${people}/timeline`],
    problems: ['/api/admin/problems'],
    today: ['/api/admin/today'],
    'journey board, its numbers': [board],
    'journey board, 12 weeks': [`${board}/trends`],
    ...Object.fromEntries(lists),
    'journey board, a search': [`${board}/people?group=finished&search=chloe%20sample%209&page=1`],
  };
}

async function addClass(databaseUrl: string): Promise<number> {
  const guests = await addNewcomers(databaseUrl, 'guest', 20);
  const [made] = await query<{ id: number }>(
    databaseUrl,
    `with held as (
        insert into classes (starts_at, class_type, instructor_id, may_share_host, created_at, attendance_settled_at)
        select now() - interval '1 day', 'Weekly', min(id), true, now(), now() from people where role = 'teacher'
        returning id, pacific_week),
      registered as (
        insert into registrations (student_id, class_id, pacific_week, class_number, created_at)
        select guest, id, pacific_week, 5, now() from held, unnest($1::int[]) guest),
      changed as (insert into changed_students select unnest($1::int[])),
      seen as (
        insert into attendance (person_id, class_id, status, source, recorded_at)
        select guest, id, 'Present', 'report', now() from held, unnest($1::int[]) guest where guest % 5 > 0)
      select id from held`,
    [guests],
  );
  return made?.id ?? 0;
}
