import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { countsOf, FUNNEL_STEPS, type Trends } from '../../contract/journey.ts';
import { addWeeks } from '../../course/calendar-date.ts';
import {
  CLASS_DURATION_MS,
  LAST_CLASS_NUMBER,
  LAST_WEEKLY_CLASS_NUMBER,
} from '../../course/course.ts';
import { dayOfWeek, formatTime } from '../../course/format-time.ts';
import { pacificHour, pacificWeekOf, pacificWeekWindow } from '../../course/pacific-time.ts';
import { ownSignIns } from '../accounts/index.ts';
import { countAttendance, type noOne } from '../attendance/index.ts';
import type { Database } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import {
  attendance,
  auditLog,
  classes,
  makeups,
  people,
  registrations,
  sentMessages,
  weekOf,
} from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import type { Figures } from './stored-figures.ts';

const weeksShown = 12;

export const trends: Figures<Omit<Trends, 'countedAt'>> = {
  name: 'trends',
  storedFrom: 2_000,
  freshMs: 15 * MINUTE_MS,
  count: countTrends,
};

async function countTrends({ database, clock }: Services): Promise<Omit<Trends, 'countedAt'>> {
  const now = clock.now();
  const firstWeek = addWeeks(pacificWeekOf(now), 1 - weeksShown);
  const { start } = pacificWeekWindow(firstWeek);
  const [held, counted, funnel] = await Promise.all([
    readClasses(database, start, now),
    countByWeek(database, start),
    readFunnel(database, new Date(now.getTime() - 365 * DAY_MS)),
  ]);
  return {
    weeks: Array.from({ length: weeksShown }, (_, index) => {
      const week = addWeeks(firstWeek, index);
      const count = (what: string) =>
        counted.find((one) => one.week === week && one.what === what)?.count ?? 0;
      return { week, ...addUp(held.filter((one) => one.week === week)), ...countsOf(count) };
    }),
    slots: groupBy(held, ({ startsAt }) => formatTime(startsAt)).flatMap(([time, atTime]) =>
      groupBy(atTime, ({ startsAt }) => dayOfWeek(startsAt)).map(([day, inSlot]) => ({
        ...{ day, time },
        ...addUp(inSlot),
      })),
    ),
    instructors: byInstructor(held),
    funnel,
  };
}

function byInstructor(held: Held[]): Trends['instructors'] {
  const all = groupBy(held, ({ email }) => email).map(([email, taught]) => ({
    ...{ email, name: taught[0]?.instructor ?? '' },
    ...addUp(taught),
  }));
  const namesakes = Map.groupBy(all, ({ name }) => name);
  return all
    .map(({ email, name, ...counts }) => ({
      name: namesakes.get(name)?.length === 1 ? name : `${name} (${email})`,
      ...counts,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

async function readClasses(database: Database, start: Date, now: Date) {
  const found = await database
    .select({
      id: classes.id,
      week: classes.pacificWeek,
      startsAt: classes.startsAt,
      email: people.email,
      instructor: sql<string>`coalesce(${nameColumn()}, 'No instructor')`,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(
      and(
        isStanding,
        sql`${classes.wasHeld} is not false`,
        gte(classes.startsAt, start),
        lt(classes.startsAt, new Date(now.getTime() - CLASS_DURATION_MS)),
      ),
    );
  const ids = found.map(({ id }) => id);
  const counts = await countAttendance(database, ids);
  return found
    .toSorted((a, b) => pacificHour(a.startsAt) - pacificHour(b.startsAt))
    .flatMap((one) => {
      const counted = counts.get(one.id);
      return counted ? { ...one, ...counted } : [];
    });
}

type Held = Awaited<ReturnType<typeof readClasses>>[number];

const groupBy = <Key>(held: Held[], read: (one: Held) => Key) => [...Map.groupBy(held, read)];

function addUp(held: Held[]) {
  const sum = (name: keyof typeof noOne) => held.reduce((total, one) => total + one[name], 0);
  return {
    classes: held.length,
    registered: sum('registered'),
    expected: sum('registered') - sum('excused'),
    came: sum('came'),
    missed: sum('missed'),
    unclear: sum('unclear'),
    excused: sum('excused'),
  };
}

async function countByWeek(database: Database, start: Date) {
  const { createdAt, channel, status } = sentMessages;
  const { rows } = await database.execute<{ week: string; what: string; count: number }>(sql`
    select week, what, count(*)::int from (
      select ${weekOf(registrations.createdAt)} as week, 'registrations' as what
        from ${registrations} where ${gte(registrations.createdAt, start)}
      union all select ${weekOf(makeups.chosenAt)}, 'makeups'
        from ${makeups} where ${gte(makeups.chosenAt, start)} and ${makeups.undoneAt} is null
      union all select ${weekOf(auditLog.at)}, 'signIns'
        from ${auditLog} where ${gte(auditLog.at, start)} and ${inArray(auditLog.action, ownSignIns)}
      union all select ${weekOf(createdAt)}, ${channel} || 's' || initcap(${status})
        from ${sentMessages} where ${gte(createdAt, start)}) as counted
    group by week, what`);
  return rows;
}

async function readFunnel(database: Database, joinedAfter: Date): Promise<Trends['funnel']> {
  const attended = sql`c.starts_at) filter (where a.status = 'Present'`;
  const { rows } = await database.execute<{ at: number; reached: number; days: number | null }>(sql`
    with students as (
      select p.created_at as s0, s1, s2, s3, s4 from ${people} p
      left join (
        select r.student_id, min(r.created_at) as s1, min(${attended}) as s2,
          min(${attended} and r.class_number >= ${LAST_WEEKLY_CLASS_NUMBER}) as s3,
          min(${attended} and r.class_number = ${LAST_CLASS_NUMBER}) as s4
        from ${registrations} r
        join ${classes} c on c.id = r.class_id
        left join ${attendance} a on a.person_id = r.student_id and a.class_id = r.class_id
          and (r.ended_at is null or r.ended_at > c.starts_at)
        group by r.student_id) as course on course.student_id = p.id
      where (p.role = 'student' or student_id is not null) and p.erased_at is null and p.created_at > ${joinedAfter})
    select at, count(*)::int as reached,
      percentile_cont(0.5) within group (order by greatest(0, extract(epoch from reached - before) / 86400)) as days
    from students cross join lateral
      (values (0, s0, s0), (1, s1, s0), (2, s2, s1), (3, s3, s2), (4, s4, s3)) as step(at, reached, before)
    where reached is not null
    group by at`);
  return FUNNEL_STEPS.map((step, index) => {
    const { reached = 0, days = null } = rows.find(({ at }) => at === index) ?? {};
    return { step, reached, days };
  });
}
