import { sql } from 'drizzle-orm';
import { PLAN_PROBLEMS, type PlanProblem } from '../../src/course/plan.ts';
import type { Portal } from './portal.ts';
import { addClassOn, openStudent, type Student } from './students.ts';

export const rowsOf = (classIds: number[], from = 6) =>
  classIds.map((classId, at) => ({ classNumber: from + at, classId }));

export const register = (student: Student, rows: object[]) =>
  student.post('/api/plan', { classes: rows });

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

export async function addMondays(portal: Portal): Promise<number[]> {
  const course: number[] = [];
  for (const date of ['2026-11-16', '2026-11-23', '2026-11-30'])
    course.push(await addClassOn(portal, date, '6PM'));
  for (const date of ['2026-12-28', '2027-01-25', '2027-02-22'])
    course.push(await addClassOn(portal, date, '6PM', 'Monthly'));
  return course;
}

export async function openPlanner(portal: Portal, course: number[]) {
  const student = await openStudent(portal);
  await student.choose(course[0] ?? 0);
  return { student, plan: rowsOf(course.slice(1)) };
}

export async function scheduleMails({ database }: Portal, { id }: Student): Promise<number> {
  const { rows } = await database.execute(
    sql`select from pgboss.job where name = 'mail-schedule' and data ->> 'personId' = ${String(id)}`,
  );
  return rows.length;
}
