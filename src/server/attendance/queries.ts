import { and, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../database/connect.ts';
import {
  alumniJoins,
  attendance,
  attendanceCorrections,
  classes,
  makeups,
  registrations,
  roomEvents,
} from '../database/schema.ts';
import { hasPlace, isAnyOf, isStanding } from '../database/standing.ts';
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

export function whereReportMissing(now: Date) {
  const oldest = new Date(now.getTime() - maxDaysShown * DAY_MS);
  return and(isNotNull(classes.attendanceProblem), isStanding, gt(classes.startsAt, oldest));
}

/** After this long, the job that reads the report has either stopped waiting or failed. */
const longestWait = sql`interval '30 hours'`;

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

/** A registration that ended before its class started doesn't count, even if the student walked in. */
const wasRegistered = sql`(${registrations.endedAt} is null or ${registrations.endedAt} > ${classes.startsAt})`;

export const noOne = { registered: 0, came: 0, missed: 0, unclear: 0, excused: 0 };

export async function countAttendance(database: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, typeof noOne>();
  const ofClasses = studentsOf(({ classId }) => isAnyOf(classId, ids));
  const { rows } = await database.execute<typeof noOne & { classId: number }>(
    sql`select student.class_id as "classId",
        count(*)::int as registered,
        count(*) filter (where seen.status = 'Present')::int as came,
        count(*) filter (where seen.status is null and class.was_held is not false)::int as missed,
        count(*) filter (where seen.status = 'Joined')::int as unclear,
        count(*) filter (where seen.status = 'Excused')::int as excused
      from (select distinct person_id, class_id from (${ofClasses}) student) student
      join ${classes} class on class.id = student.class_id
      left join ${attendance} seen on seen.person_id = student.person_id and seen.class_id = student.class_id
      group by student.class_id`,
  );
  return new Map(rows.map(({ classId, ...counts }) => [classId, counts]));
}

type Which = (columns: { personId: AnyPgColumn; classId: AnyPgColumn }) => SQL;

export const isIn =
  (id: number, personIds: number[]): Which =>
  ({ personId, classId }) =>
    sql`${classId} = ${id} and ${isAnyOf(personId, personIds)}`;

export interface KnownAttendance {
  correction: typeof attendanceCorrections.$inferSelect | undefined;
  record: typeof attendance.$inferSelect | undefined;
}

export async function readAttendance(
  transaction: Transaction,
  classId: number,
  personIds: number[],
): Promise<(personId: number) => KnownAttendance> {
  const isTheirs = isIn(classId, personIds);
  const corrections = await transaction
    .select()
    .from(attendanceCorrections)
    .where(isTheirs(attendanceCorrections));
  const records = await transaction.select().from(attendance).where(isTheirs(attendance));
  const correctionOf = new Map(corrections.map((one) => [one.personId, one]));
  const recordOf = new Map(records.map((one) => [one.personId, one]));
  return (id) => ({ correction: correctionOf.get(id), record: recordOf.get(id) });
}

/**
 * Finds all students in these classes: those who are registered, scheduled a makeup after missing the class, or have an
 * attendance record. Excludes walk-ins, and alumni who clicked Join, because alumni can't miss a class.
 */
function studentsOf(which: Which): SQL {
  const { id, studentId, classId, endedAt } = registrations;
  return sql`select ${studentId} as person_id, ${classId} as class_id, ${id} as registration_id from ${registrations}
      where ${hasPlace} and ${which({ personId: studentId, classId })}
    union all select ${studentId}, ${makeups.missedClassId}, ${id}
      from ${makeups} join ${registrations} on ${id} = ${makeups.registrationId}
      where ${makeups.undoneAt} is null and ${endedAt} is null
        and ${which({ personId: studentId, classId: makeups.missedClassId })}
    union all select ${attendance.personId}, ${attendance.classId}, null from ${attendance}
      where ${which(attendance)} and not exists (select from ${alumniJoins}
        where ${alumniJoins.personId} = ${attendance.personId} and ${alumniJoins.classId} = ${attendance.classId})
        and (${attendance.source} <> 'hand' or exists (select from ${registrations} join ${classes} on ${classes.id} = ${classId}
          where ${studentId} = ${attendance.personId} and ${classId} = ${attendance.classId}
            and ${wasRegistered}))`;
}

/** Finds everyone in these classes, including alumni who clicked Join, walk-ins, and anyone seen in the room. */
export function guestsOf(which: Which): SQL {
  return sql`select person_id, class_id, max(registration_id) as registration_id from (${studentsOf(which)}
    union all select person_id, class_id, null from ${alumniJoins} where ${which(alumniJoins)}
    union all select person_id, class_id, null from ${attendance} where ${which(attendance)}
    union all select person_id, class_id, null from ${attendanceCorrections}
      where ${which(attendanceCorrections)} and ${attendanceCorrections.status} <> 'Withdrawn'
    union all select person_id, class_id, null from ${roomEvents} where ${which(roomEvents)}
  ) guest group by person_id, class_id`;
}
