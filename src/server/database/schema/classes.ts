import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { classCancellations, clearings } from './cancellations.ts';
import { identity, instant, oneOf } from './columns.ts';
import { optionalPersonId, requiredPersonId } from './people.ts';

/** The Sunday on which the Pacific week starts. */
function pacificWeekOf(start: AnyPgColumn): SQL {
  return sql`(date_trunc('week', (${start} at time zone 'America/Los_Angeles') + interval '1 day') - interval '1 day')::date`;
}

export const classes = pgTable(
  'classes',
  {
    id: identity(),
    startsAt: instant().notNull(),
    pacificWeek: date()
      .notNull()
      .generatedAlwaysAs((): SQL => pacificWeekOf(classes.startsAt)),
    classType: text({ enum: ['Weekly', 'Monthly'] }).notNull(),
    instructorId: optionalPersonId(),
    /** Lowercase Zoom user; null for ZOOM_HOST_USER. */
    host: text(),
    /** True for classes that may overlap on their host: imported past ones, and ones older than the overlap check. */
    mayShareHost: boolean().notNull().default(false),
    zoomMeetingId: text(),
    zoomJoinUrl: text(),
    zoomRegistrationUrl: text(),
    /** Null until the first meeting is requested; empty if Zoom accepted none. */
    zoomPasscode: text(),
    /** Differs from `host` until the meeting has moved. */
    meetingHost: text(),
    /** Written before Zoom is asked for a meeting, so that one whose response got lost can be found. */
    meetingAskedAt: instant(),
    /** The host it was requested for, even if the class has another one since. */
    meetingAskedHost: text(),
    /** As read back from Zoom. */
    meetingStartsAt: instant(),
    /** Why the meeting does not match the class, for admins. */
    meetingProblem: text(),
    /** Set by a trigger. */
    meetingProblemSince: instant(),
    /** When the report was complete, or no longer awaited. */
    attendanceSettledAt: instant(),
    /** Null until known: see course/held-class.ts. */
    wasHeld: boolean(),
    /** Why the report could not be read, for admins. */
    attendanceProblem: text(),
    /** Set by a trigger. */
    attendanceProblemSince: instant(),
    /** Increased by a trigger with every edit. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** Deleted classes stay, because ended registrations point at them. */
    deletedAt: instant(),
    /** Set while the class is canceled. */
    cancellationId: integer().references(() => classCancellations.id),
  },
  (t) => [
    unique('classes_id_and_week').on(t.id, t.pacificWeek),
    uniqueIndex('classes_one_per_start_and_instructor')
      .on(t.startsAt, sql`coalesce(${t.instructorId}, 0)`)
      .where(sql`${t.deletedAt} is null and ${t.cancellationId} is null`),
    // Classes start on the hour and last at most one, so they overlap only if they start together.
    uniqueIndex('classes_one_per_start_and_host')
      .on(t.startsAt, sql`coalesce(${t.host}, '')`)
      .where(sql`${t.deletedAt} is null and ${t.cancellationId} is null and not ${t.mayShareHost}`),
    index('classes_of_meeting').on(t.zoomMeetingId),
    index('classes_of_cancellation').on(t.cancellationId),
    check('classes_host_in_small_letters', sql`${t.host} = lower(${t.host})`),
    check('classes_known_type', oneOf(t.classType, ['Weekly', 'Monthly'])),
  ],
);

export const requiredClassId = () =>
  integer()
    .notNull()
    .references(() => classes.id);

export const registrations = pgTable(
  'registrations',
  {
    id: identity(),
    studentId: requiredPersonId(),
    classId: integer().notNull(),
    /** The class's week. The foreign key below updates it when the class moves. */
    pacificWeek: date().notNull(),
    classNumber: integer().notNull(),
    isRescheduled: boolean().notNull().default(false),
    /** Increases with every change of time, so that calendars know the newest file. */
    calendarSequence: integer().notNull().default(0),
    /** Set by a trigger. */
    calendarChangedAt: instant(),
    createdAt: instant().notNull(),
    /** When to confirm the student's choice by email. Null once it was, or if another email covers it. */
    choiceMailDueAt: instant(),
    /** Set once the registration no longer counts. */
    endedAt: instant(),
    endedBy: optionalPersonId(),
    endReason: text(),
    /** Set while the student has to pick a new time after this cancellation. It takes up no week then. */
    suspendedBy: integer().references(() => classCancellations.id),
    /** The last change that ended it. Kept if the registration comes back. */
    clearingId: integer().references(() => clearings.id),
  },
  (t) => [
    foreignKey({
      name: 'registrations_follow_their_class',
      columns: [t.classId, t.pacificWeek],
      foreignColumns: [classes.id, classes.pacificWeek],
    }).onUpdate('cascade'),
    uniqueIndex('registrations_one_per_class_number')
      .on(t.studentId, t.classNumber)
      .where(sql`${t.endedAt} is null`),
    uniqueIndex('registrations_one_per_week')
      .on(t.studentId, t.pacificWeek)
      .where(sql`${t.endedAt} is null and ${t.suspendedBy} is null`),
    index('registrations_of_class').on(t.classId),
    index('registrations_of_student').on(t.studentId),
    index('registrations_suspended_by').on(t.suspendedBy),
    index('registrations_of_clearing').on(t.clearingId).where(sql`${t.clearingId} is not null`),
    index('registrations_by_time').on(t.createdAt),
    check('registrations_known_number', sql`${t.classNumber} between 1 and 10`),
    check(
      'registrations_ended_with_reason',
      sql`(${t.endedAt} is null) = (${t.endReason} is null)`,
    ),
  ],
);
