import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openZoom } from '../src/server/integrations/meetings/zoom-client.ts';
import { readSettings } from '../src/server/platform/settings.ts';
import {
  addCourse,
  type Ledger,
  type TextedStudent,
  writeUntil,
} from '../tests/support/acknowledged-writes.ts';
import { outboxOf } from '../tests/support/client.ts';
import {
  compareWithDatabase,
  compareWithMeetings,
  compareWithTexts,
} from '../tests/support/compare-records.ts';
import { atMost, type Finding, figure, mustBe } from './drill.ts';
import { openLogins } from './logins.ts';
import type { School } from './school.ts';

const everySecondMs = 1000;

/** Excludes pg-boss's own jobs and the dead-letter queue. */
const ownJobs = sql`name not in ('dead-jobs') and name not like '\\_\\_%'`;

interface Work {
  faults(): Promise<void>;
  atOnce?: number;
  /** Classes and students that already exist, for a database that the current version can't write to yet. */
  course?: number[][];
  newStudent?(): Promise<TextedStudent>;
  outageSeconds?: number;
  loginSeconds?: number;
  drainMinutes?: number;
  seatsSince?: Date;
  afterwards?(): Promise<void>;
}

/** Has students make changes and sign in during the faults, then compares the data with what was acknowledged. */
export async function drillWith(school: School, work: Work): Promise<Finding[]> {
  const { faults, atOnce = 8, outageSeconds = 60, loginSeconds = 90, drainMinutes = 6 } = work;
  await school.sandbox.post('/zoom/faults', school.quietZoom);
  const course = work.course ?? (await addCourse(school));
  const { newStudent } = work;
  let isOver = false;
  const writing = writeUntil(school, course, { atOnce, isOver: () => isOver, newStudent });
  const logins = openLogins(school, newStudent);
  const oldest = watchOldestJob(school);
  try {
    await faults();
  } finally {
    isOver = true;
  }
  const ledger = await writing;
  await logins.stop();
  await work.afterwards?.();
  const drained = await drain(school, drainMinutes);
  const loginFindings = await logins.compare(loginSeconds);
  return [
    ...describeWrites(ledger, outageSeconds),
    ...loginFindings,
    ...(await compare(school, ledger, work.seatsSince)),
    atMost('longest wait of a due job', await oldest.stop(), 60, ' s'),
    atMost('time until no jobs were left', drained, drainMinutes * 60, ' s'),
    ...(await describeJobs(school)),
  ];
}

function describeWrites({ acknowledgedAt, uncertain, refused }: Ledger, outageSeconds: number) {
  const gaps = acknowledgedAt
    .toSorted((a, b) => a - b)
    .map((at, n, all) => at - (all[n - 1] ?? at));
  const kinds = Object.entries(Object.groupBy(refused, (sentence) => sentence));
  return [
    figure('writes acknowledged', acknowledgedAt.length),
    figure('writes sent again after no response', uncertain),
    figure(
      'writes rejected',
      kinds.map(([sentence, all]) => `${all?.length} × ${sentence}`).join('; ') || 0,
    ),
    atMost(
      'longest time without an acknowledged write',
      Math.max(0, ...gaps) / 1000,
      outageSeconds,
      ' s',
    ),
  ];
}

async function compare(school: School, ledger: Ledger, seatsSince?: Date): Promise<Finding[]> {
  const settings = readSettings(school.settings);
  const zoom = openZoom(settings.meetings, school.clock);
  const rows = await compareWithDatabase(school.database, ledger);
  const host = settings.meetings.hostUser;
  const seats = await compareWithMeetings(school.database, zoom, host, seatsSince);
  const texts = compareWithTexts(await outboxOf(school), ledger);
  const named = (what: string, found: string[]): Finding => {
    const line = mustBe(what, found.length, 0);
    return found.length > 0
      ? { ...line, found: `${found.length}: ${found.slice(0, 3).join(', ')}` }
      : line;
  };
  return [
    named('lost writes that were acknowledged', rows.lost),
    named('duplicate writes', rows.doubled),
    named('registrants missing at Zoom', seats.lost),
    named('duplicate registrants and meetings at Zoom', seats.doubled),
    named('texts that never arrived', texts.lost),
    named('duplicate texts', texts.doubled),
  ];
}

/** Call `stop` to get the longest time that a due job had to wait, in seconds. */
function watchOldestJob(school: School) {
  let worst = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      worst = Math.max(worst, await oldestDue(school).catch(() => 0));
      await pause(everySecondMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return worst;
    },
  };
}

async function oldestDue({ database }: School): Promise<number> {
  const { rows } = await database.execute<{ seconds: number }>(
    sql`select coalesce(max(extract(epoch from now() - start_after)), 0)::float8 as seconds from pgboss.job
        where state in ('created', 'retry') and start_after < now() and ${ownJobs}`,
  );
  return rows[0]?.seconds ?? 0;
}

/**
 * Returns how many seconds it takes until no job is active or due within five minutes. A new node schedules its
 * comparison with Zoom a few minutes ahead, and that comparison creates the drill's meetings.
 */
async function drain({ database }: School, drainMinutes: number): Promise<number> {
  const began = Date.now();
  const passed = () => (Date.now() - began) / 1000;
  for (;;) {
    const { rows } = await database.execute<{ open: number }>(
      sql`select count(*)::int as open from pgboss.job where ${ownJobs}
          and (state = 'active' or state in ('created', 'retry') and start_after < now() + interval '5 minutes')`,
    );
    if (rows[0]?.open === 0 || passed() > drainMinutes * 60) return passed();
    await pause(everySecondMs);
  }
}

async function describeJobs({ database }: School): Promise<Finding[]> {
  const { rows } = await database.execute<{ dead: number; locks: number }>(
    sql`select (select count(*)::int from pgboss.job where name = 'dead-jobs') as dead,
          (select count(*)::int from pg_locks l join pg_stat_activity a using (pid)
            where l.locktype = 'advisory' and a.state = 'idle' and a.state_change < now() - interval '1 minute') as locks`,
  );
  const [{ dead, locks } = { dead: -1, locks: -1 }] = rows;
  return [mustBe('dead jobs', dead, 0), mustBe('locks left behind', locks, 0)];
}

/** Returns how many seconds it takes until every node is ready or, if `isReady` is false, until none is. */
export async function secondsUntil(nodes: { url: string }[], isReady: boolean): Promise<number> {
  const began = Date.now();
  for (;;) {
    const states = await Promise.all(
      nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).ok),
    );
    if (states.every((state) => state === isReady)) return (Date.now() - began) / 1000;
    await pause(100);
  }
}
