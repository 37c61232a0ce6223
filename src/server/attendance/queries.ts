import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AttendanceProblem } from '../../contract/attendance.ts';
import type { Database } from '../database/connect.ts';
import { attendance, classes } from '../database/schema.ts';

export function prepareAttendance(database: Database) {
  const ofPerson = database
    .select({ classId: attendance.classId, status: attendance.status })
    .from(attendance)
    .where(eq(attendance.personId, sql.placeholder('personId')))
    .orderBy(attendance.classId)
    .prepare('attendance_of_person');
  return (personId: number) => ofPerson.execute({ personId });
}

/** Reports that could not be read, newest class first; what Zoom says of many classes stands once. */
export async function listAttendanceProblems(database: Database): Promise<AttendanceProblem[]> {
  const rows = await database
    .select({ id: classes.id, startsAt: classes.startsAt, problem: classes.attendanceProblem })
    .from(classes)
    .where(and(isNotNull(classes.attendanceProblem), isNull(classes.deletedAt)))
    .orderBy(desc(classes.startsAt), desc(classes.id));
  const byProblem = Map.groupBy(rows, ({ problem }) => problem ?? '');
  return [...byProblem].map(([problem, of]) => ({
    problem,
    classes: of.map(({ id, startsAt }) => ({ id, startTime: startsAt.toISOString() })),
  }));
}
