import { eq, inArray } from 'drizzle-orm';
import { addDays, addWeeks, type CalendarDate } from '../course/calendar-date.ts';
import type { ClassType, TimeSlot } from '../course/course.ts';
import { type DayOfWeek, dayOfWeekOn } from '../course/format-time.ts';
import { classStart, pacificWeekOf } from '../course/pacific-time.ts';
import type { Transaction } from '../server/database/connect.ts';
import { classes, people } from '../server/database/schema.ts';

const weeksAhead = 26;
export const weeksKeptBehind = 13;

function weeksFrom(now: Date, first: number, last: number): CalendarDate[] {
  const thisWeek = pacificWeekOf(now);
  return Array.from({ length: last - first + 1 }, (_, at) => addWeeks(thisWeek, first + at));
}

/** Adds classes to the next half year and to `weeksBehind` past weeks. Skips weeks that have ever had classes. */
export async function topUpDemoClasses(
  database: Pick<Transaction, 'select' | 'selectDistinct' | 'insert'>,
  now: Date,
  { weeksBehind = 0 } = {},
): Promise<void> {
  const teachers = await findTeachers(database);
  // Without the demo's teachers, no one could teach these classes, so add none.
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

interface ClassTime {
  day: DayOfWeek;
  timeSlot: TimeSlot;
  teacher: string | null;
  /** For monthly classes: 1 means the first such weekday in the month. */
  inMonth?: readonly number[];
}

const daniel = 'teacher@demo.test';
const elena = 'elena.moretti@demo.test';
const ruth = 'ruth.abara@demo.test';

const classTimes: readonly ClassTime[] = [
  { day: 'Sunday', timeSlot: '4PM', teacher: ruth },
  { day: 'Monday', timeSlot: '12PM', teacher: daniel },
  { day: 'Monday', timeSlot: '6PM', teacher: elena },
  { day: 'Tuesday', timeSlot: '9AM', teacher: ruth },
  { day: 'Tuesday', timeSlot: '4PM', teacher: daniel },
  { day: 'Wednesday', timeSlot: '7PM', teacher: elena },
  { day: 'Thursday', timeSlot: '12PM', teacher: ruth },
  { day: 'Thursday', timeSlot: '6PM', teacher: daniel },
  { day: 'Friday', timeSlot: '10AM', teacher: null },
  { day: 'Saturday', timeSlot: '10AM', teacher: elena },
  { day: 'Saturday', timeSlot: '9AM', teacher: ruth, inMonth: [1, 3] },
  { day: 'Saturday', timeSlot: '1PM', teacher: daniel, inMonth: [1, 4] },
  { day: 'Wednesday', timeSlot: '5PM', teacher: daniel, inMonth: [2, 4] },
  { day: 'Thursday', timeSlot: '8AM', teacher: elena, inMonth: [2] },
];

export function demoClassesOf(sunday: CalendarDate) {
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day)).flatMap((date) => {
    const week = Math.ceil(Number(date.slice(-2)) / 7);
    return classTimes
      .filter(({ day, inMonth = [week] }) => day === dayOfWeekOn(date) && inMonth.includes(week))
      .map(({ timeSlot, teacher, inMonth }) => ({
        startsAt: classStart(date, timeSlot),
        classType: (inMonth ? 'Monthly' : 'Weekly') as ClassType,
        teacher,
      }));
  });
}
