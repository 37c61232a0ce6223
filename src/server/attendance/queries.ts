import { and, desc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { AttendanceProblem } from '../../contract/attendance.ts';
import type { Database } from '../database/connect.ts';
import { attendance, classes } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { DAY_MS } from '../platform/clock.ts';

const maxDaysShown = 30;

export function prepareAttendance(database: Database) {
  const ofPerson = database
    .select({ classId: attendance.classId, status: attendance.status })
    .from(attendance)
    .where(eq(attendance.personId, sql.placeholder('personId')))
    .orderBy(attendance.classId)
    .prepare('attendance_of_person');
  return (personId: number) => ofPerson.execute({ personId });
}

/** Classes whose report could not be read, as long as it is worth asking again. */
export function whereReportMissing(now: Date) {
  const oldest = new Date(now.getTime() - maxDaysShown * DAY_MS);
  return and(isNotNull(classes.attendanceProblem), isStanding, gt(classes.startsAt, oldest));
}

/** Newest class first; what Zoom says of many classes stands once. */
export async function listAttendanceProblems(
  database: Database,
  now: Date,
): Promise<AttendanceProblem[]> {
  const rows = await database
    .select({ id: classes.id, startsAt: classes.startsAt, problem: classes.attendanceProblem })
    .from(classes)
    .where(whereReportMissing(now))
    .orderBy(desc(classes.startsAt), desc(classes.id));
  const byProblem = Map.groupBy(rows, ({ problem }) => problem ?? '');
  return [...byProblem].map(([problem, of]) => ({
    problem,
    classes: of.map(({ id, startsAt }) => ({ id, startTime: startsAt.toISOString() })),
  }));
}
