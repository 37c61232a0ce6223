import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { attendance, classes } from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import { DAY_MS } from '../platform/clock.ts';
import { problemRows } from '../platform/problem-rows.ts';
import { settleAttendanceJob } from './jobs.ts';

const maxDaysShown = 30;

export function listAttendance(database: Database, personId: number) {
  return database
    .select({ classId: attendance.classId, status: attendance.status })
    .from(attendance)
    .where(eq(attendance.personId, personId))
    .orderBy(attendance.classId);
}

/** Classes whose report could not be read, while a retry may still help. */
export function whereReportMissing(now: Date) {
  const oldest = new Date(now.getTime() - maxDaysShown * DAY_MS);
  return and(isNotNull(classes.attendanceProblem), isStanding, gt(classes.startsAt, oldest));
}

/** By then, no job is waiting for the report any more, or the job fails. */
const longestWait = sql`interval '30 hours'`;

/** Classes whose report could not be read or never came. */
export function attendanceProblems(now: Date) {
  const time = sql`${now.toISOString()}::timestamptz`;
  return problemRows(
    'attendance',
    {
      key: sql`'class ' || ${classes.id}`,
      since: sql`coalesce(attendance_problem_since, ${classes.startsAt})`,
      classIds: sql`array[${classes.id}]`,
      reason: sql`attendance_problem`,
      isTried: sql`exists (select from pgboss.job where name = ${settleAttendanceJob.name}
        and data->>'classId' = ${classes.id}::text
        and (state = 'active' or state = 'created' and start_after <= now()))`,
    },
    sql`from classes where ${isStanding} and ${classes.startsAt} > ${time} - ${`${maxDaysShown} days`}::interval
      and (attendance_problem is not null
        or attendance_settled_at is null and zoom_meeting_id is not null
          and ${classes.startsAt} < ${time} - ${longestWait}
          and exists (select from meeting_registrants where class_id = ${classes.id} and zoom_registrant_id is not null))`,
  );
}

/** Recent classes that no one started. */
export function notHeldProblems(now: Date) {
  const oldest = sql`${now.toISOString()}::timestamptz - ${`${maxDaysShown} days`}::interval`;
  return problemRows(
    'not-held',
    {
      key: sql`'class ' || ${classes.id}`,
      since: sql`${classes.startsAt}`,
      classIds: sql`array[${classes.id}]`,
      amount: sql`(select count(*) from registrations
        where class_id = ${classes.id} and ${hasPlace})`,
    },
    sql`from classes where ${isStanding} and ${classes.wasHeld} is false and ${classes.startsAt} > ${oldest}`,
  );
}
