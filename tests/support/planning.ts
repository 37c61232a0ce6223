import { sql } from 'drizzle-orm';
import { PLAN_PROBLEMS, type PlanProblem } from '../../src/course/plan.ts';
import type { Portal } from './portal.ts';
import { addClassOn, openStudent, type Student } from './students.ts';

/** Returns the rows of a plan that starts with class number `from`. */
export const rowsOf = (classIds: number[], from = 6) =>
  classIds.map((classId, at) => ({ classNumber: from + at, classId }));

export const register = (student: Student, rows: object[]) =>
  student.post('/api/plan', { classes: rows });

/** The portal's response if these classes aren't available. */
export const refusedPlan = (...problems: [number, PlanProblem][]) => ({
  status: 409,
  body: {
    current: {
      problems: problems.map(([classNumber, name]) => ({
        classNumber,
        message: PLAN_PROBLEMS[name],
      })),
    },
  },
});

export const numbersOf = async (student: Student) =>
  (await student.rows()).map(({ classNumber }) => classNumber);

/** Adds classes for numbers 5 to 10, on Mondays at 6 PM. */
export async function addMondays(portal: Portal): Promise<number[]> {
  const course: number[] = [];
  for (const date of ['2026-11-16', '2026-11-23', '2026-11-30'])
    course.push(await addClassOn(portal, date, '6PM'));
  for (const date of ['2026-12-28', '2027-01-25', '2027-02-22'])
    course.push(await addClassOn(portal, date, '6PM', 'Monthly'));
  return course;
}

/** Returns a student with class 5, and the plan that the portal proposes for the other five. */
export async function openPlanner(portal: Portal, course: number[]) {
  const student = await openStudent(portal);
  await student.choose(course[0] ?? 0);
  return { student, plan: rowsOf(course.slice(1)) };
}

/** Counts the emails with the whole schedule that are queued or sent. */
export async function scheduleMails({ database }: Portal, { id }: Student): Promise<number> {
  const { rows } = await database.execute(
    sql`select from pgboss.job where name = 'mail-schedule' and data ->> 'personId' = ${String(id)}`,
  );
  return rows.length;
}
