import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { attendance } from '../database/schema.ts';

export function prepareAttendance(database: Database) {
  const ofPerson = database
    .select({ classId: attendance.classId, status: attendance.status })
    .from(attendance)
    .where(eq(attendance.personId, sql.placeholder('personId')))
    .orderBy(attendance.classId)
    .prepare('attendance_of_person');
  return (personId: number) => ofPerson.execute({ personId });
}
