import { eq, inArray } from 'drizzle-orm';
import { addWeeks, type CalendarDate } from '../course/calendar-date.ts';
import { pacificWeekOf } from '../course/pacific-time.ts';
import type { Transaction } from '../server/database/connect.ts';
import { classes, people } from '../server/database/schema.ts';
import { demoClassesOf } from './class-times.ts';

const weeksAhead = 26;
export const weeksKeptBehind = 13;

function weeksFrom(now: Date, first: number, last: number): CalendarDate[] {
  const thisWeek = pacificWeekOf(now);
  return Array.from({ length: last - first + 1 }, (_, at) => addWeeks(thisWeek, first + at));
}

/** Adds the demo's classes to each week of the next half year that has no class yet. */
export async function topUpDemoClasses(
  database: Pick<Transaction, 'select' | 'selectDistinct' | 'insert'>,
  now: Date,
  { weeksBehind = 0 } = {},
): Promise<void> {
  const teachers = await findTeachers(database);
  // A database without the demo's teachers is not the demo's.
  if (teachers.size === 0) return;
  const weeks = weeksFrom(now, -weeksBehind, weeksAhead);
  const planned = await database
    .selectDistinct({ week: classes.pacificWeek })
    .from(classes)
    .where(inArray(classes.pacificWeek, weeks));
  const isPlanned = new Set(planned.map(({ week }) => week));
  const missing = weeks.filter((week) => !isPlanned.has(week)).flatMap(demoClassesOf);
  if (missing.length === 0) return;
  await database.insert(classes).values(
    missing.map(({ startsAt, classType, teacher }) => {
      const { id = null, zoomUser = null } = teachers.get(teacher ?? '') ?? {};
      const host = zoomUser?.toLowerCase() ?? null;
      return { startsAt, classType, instructorId: id, host, createdAt: now };
    }),
  );
}

async function findTeachers(database: Pick<Transaction, 'select'>) {
  const found = await database.select().from(people).where(eq(people.role, 'teacher'));
  return new Map(
    found.filter(({ email }) => email.endsWith('@demo.test')).map((one) => [one.email, one]),
  );
}
