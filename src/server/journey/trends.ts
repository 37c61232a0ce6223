import { sql } from 'drizzle-orm';
import { FUNNEL_STEPS, type Trends } from '../../contract/journey.ts';
import { addWeeks } from '../../course/calendar-date.ts';
import { LAST_CLASS_NUMBER, LAST_WEEKLY_CLASS_NUMBER } from '../../course/course.ts';
import { dayOfWeek, formatTime } from '../../course/format-time.ts';
import { pacificHour, pacificWeekOf, pacificWeekWindow } from '../../course/pacific-time.ts';
import type { Database } from '../database/connect.ts';
import { attendance, classes, people, registrations } from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { expectedOf, readClasses, sum } from './week-numbers.ts';

const weeksShown = 12;

type Held = Awaited<ReturnType<typeof readClasses>>[number];

const byHour = (a: Held, b: Held) => pacificHour(a.startsAt) - pacificHour(b.startsAt);

export async function readTrends({ database, clock }: Services): Promise<Trends> {
  const now = clock.now();
  const thisWeek = pacificWeekOf(now);
  const firstWeek = addWeeks(thisWeek, 1 - weeksShown);
  const { start } = pacificWeekWindow(firstWeek);
  const [held, funnel] = await Promise.all([
    readClasses(database, { start, end: now }, now),
    readFunnel(database, new Date(now.getTime() - 365 * DAY_MS)),
  ]);
  const byWeek = Map.groupBy(held, ({ startsAt }) => pacificWeekOf(startsAt));
  const bySlot = Map.groupBy(
    held.toSorted(byHour),
    ({ startsAt }) => `${dayOfWeek(startsAt)} ${formatTime(startsAt)}`,
  );
  return {
    weeks: Array.from({ length: weeksShown }, (_, index) => {
      const week = addWeeks(firstWeek, index);
      const inWeek = byWeek.get(week) ?? [];
      return { week, expected: sum(inWeek, expectedOf), came: sum(inWeek, ({ came }) => came) };
    }),
    slots: [...bySlot.values()].flatMap((inSlot) => {
      const [first] = inSlot;
      if (!first) return [];
      return {
        day: dayOfWeek(first.startsAt),
        time: formatTime(first.startsAt),
        classes: inSlot.length,
        registered: sum(inSlot, ({ registered }) => registered),
        expected: sum(inSlot, expectedOf),
        missed: sum(inSlot, ({ missed }) => missed),
      };
    }),
    funnel,
  };
}

async function readFunnel(database: Database, joinedAfter: Date): Promise<Trends['funnel']> {
  const attended = sql`c.starts_at) filter (where a.status = 'Present'`;
  const { rows } = await database.execute<Record<string, number | null>>(sql`
    with steps as (
      select p.created_at as s0, s1, s2, s3, s4 from ${people} p
      left join (
        select r.student_id, min(r.created_at) as s1, min(${attended}) as s2,
          min(${attended} and r.class_number >= ${LAST_WEEKLY_CLASS_NUMBER}) as s3,
          min(${attended} and r.class_number = ${LAST_CLASS_NUMBER}) as s4
        from ${registrations} r
        join ${classes} c on c.id = r.class_id
        left join ${attendance} a on a.person_id = r.student_id and a.class_id = r.class_id
        group by r.student_id) as course on course.student_id = p.id
      where (p.role = 'student' or student_id is not null) and p.erased_at is null and p.created_at > ${joinedAfter})
    select ${sql.join(
      FUNNEL_STEPS.flatMap((_, at) => {
        const step = sql.raw(`s${at}`);
        const before = sql.raw(`s${Math.max(at - 1, 0)}`);
        const days = sql`greatest(0, extract(epoch from ${step} - ${before}) / 86400)`;
        return [
          sql`count(${step})::int as ${sql.raw(`reached${at}`)}`,
          sql`percentile_cont(0.5) within group (order by ${days}) filter (where ${step} is not null)
            as ${sql.raw(`days${at}`)}`,
        ];
      }),
      sql`, `,
    )} from steps`);
  return FUNNEL_STEPS.map((step, at) => ({
    step,
    reached: rows[0]?.[`reached${at}`] ?? 0,
    days: rows[0]?.[`days${at}`] ?? null,
  }));
}
