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

/** Returns the Sunday on which the week of this instant starts, in Pacific time. */
export function weekOf(instant: AnyPgColumn): SQL {
  return sql`(date_trunc('week', (${instant} at time zone 'America/Los_Angeles') + interval '1 day') - interval '1 day')::date`;
}

export const classes = pgTable(
  'classes',
  {
    id: identity(),
    startsAt: instant().notNull(),
    pacificWeek: date()
      .notNull()
      .generatedAlwaysAs((): SQL => weekOf(classes.startsAt)),
    classType: text({ enum: ['Weekly', 'Monthly'] }).notNull(),
    instructorId: optionalPersonId(),
    /** The Zoom user in lowercase, or null for ZOOM_HOST_USER. */
    host: text(),
    /**
     * True for classes that may overlap with other classes on the same host: imported past classes, and classes whose
     * own host was erased.
     */
    mayShareHost: boolean().notNull().default(false),
    /** If null, `defaultPlaces` applies. */
    places: integer(),
    /** Computed from the settings and the host's Zoom plan. Null if neither sets a limit. */
    defaultPlaces: integer(),
    zoomMeetingId: text(),
    zoomJoinUrl: text(),
    zoomRegistrationUrl: text(),
    /** Null until the first meeting is requested. Empty if Zoom didn't accept a passcode. */
    zoomPasscode: text(),
    /** The host of the existing Zoom meeting. Differs from `host` until the meeting has been moved. */
    meetingHost: text(),
    /** Set before the request to Zoom, so that the meeting can be found even if the response is lost. */
    meetingAskedAt: instant(),
    /** The host that we requested the meeting for, even if the class has a different host now. */
    meetingAskedHost: text(),
    /** When the meeting starts according to Zoom. */
    meetingStartsAt: instant(),
    meetingProblem: text(),
    /** A trigger sets this along with `meetingProblem`. */
    meetingProblemSince: instant(),
    /** When the report was complete, or when we stopped waiting for it. */
    attendanceSettledAt: instant(),
    /** Null until we know whether the class was held. See course/attendance-states.ts. */
    wasHeld: boolean(),
    attendanceProblem: text(),
    /** A trigger sets this along with `attendanceProblem`. */
    attendanceProblemSince: instant(),
    /** A trigger increments this when someone edits, deletes or cancels the class. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** Deleted classes keep their rows, because ended registrations reference them. */
    deletedAt: instant(),
    cancellationId: integer().references(() => classCancellations.id),
  },
  (t) => [
    unique('classes_id_and_week').on(t.id, t.pacificWeek),
    uniqueIndex('classes_one_per_start_and_instructor')
      .on(t.startsAt, sql`coalesce(${t.instructorId}, 0)`)
      .where(sql`${t.deletedAt} is null and ${t.cancellationId} is null`),
    // Classes start on the hour and last at most one hour, so two classes overlap only if they start at the same time.
    uniqueIndex('classes_one_per_start_and_host')
      .on(t.startsAt, sql`coalesce(${t.host}, '')`)
      .where(sql`${t.deletedAt} is null and ${t.cancellationId} is null and not ${t.mayShareHost}`),
    index('classes_of_meeting').on(t.zoomMeetingId),
    index('classes_of_cancellation').on(t.cancellationId),
    check('classes_host_in_small_letters', sql`${t.host} = lower(${t.host})`),
    check('classes_known_type', oneOf(t.classType)),
    check(
      'classes_sensible_places',
      sql`${t.places} between 1 and 1000 and ${t.defaultPlaces} between 1 and 1000`,
    ),
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
    /** The week of the class. The foreign key below updates it when the class moves. */
    pacificWeek: date().notNull(),
    classNumber: integer().notNull(),
    isRescheduled: boolean().notNull().default(false),
    /** Incremented when the registration is moved, canceled or restored, so that calendars use the newest file. */
    calendarSequence: integer().notNull().default(0),
    /** A trigger sets this along with `calendarSequence`. */
    calendarChangedAt: instant(),
    createdAt: instant().notNull(),
    /**
     * When to email the student about their choice. Null once we've sent the email, or if another email covers the
     * choice.
     */
    choiceMailDueAt: instant(),
    endedAt: instant(),
    endedBy: optionalPersonId(),
    endReason: text(),
    /**
     * Set while the student has to pick a new time because of this cancellation. In the meantime, the registration
     * doesn't count as a class in its week.
     */
    suspendedBy: integer().references(() => classCancellations.id),
    /**
     * True if the registration didn't need a free place: staff overbooked the class, the class had already started, or
     * the registration was canceled and restored. Otherwise, a trigger rejects registrations for a full class.
     */
    isOverbooked: boolean().notNull().default(false),
    /** The last change that ended the registration. It stays set if the registration is restored. */
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
    index('registrations_with_choice_mail')
      .on(t.choiceMailDueAt)
      .where(
        sql`${t.choiceMailDueAt} is not null and ${t.endedAt} is null and ${t.suspendedBy} is null`,
      ),
    check('registrations_known_number', sql`${t.classNumber} between 1 and 10`),
    check(
      'registrations_ended_with_reason',
      sql`(${t.endedAt} is null) = (${t.endReason} is null)`,
    ),
  ],
);

/**
 * Summarizes each student's active registrations, so that the journey board doesn't have to read all of them. Students
 * without any have no row. Only `progress.ts` reads and writes this.
 */
export const studentProgress = pgTable(
  'student_progress',
  {
    studentId: integer().primaryKey(),
    hasLastClass: boolean().notNull(),
    isFinished: boolean().notNull(),
    needsNewTime: boolean().notNull(),
    /** When the last weekly class without attendance starts, or infinity while a weekly class needs a new time. */
    lastWeeklyAt: instant(),
    /** The first two of `openStarts`. PostgreSQL takes much longer to read them from the array. */
    firstOpenAt: instant(),
    secondOpenAt: instant(),
    /** When the classes without attendance start, earliest first, except those that need a new time. */
    openStarts: instant().array().notNull(),
  },
  (t) => [
    // Few students need a new time or missed two classes.
    index('student_progress_needs_new_time').on(t.studentId).where(sql`${t.needsNewTime}`),
    index('student_progress_by_second_open').on(t.secondOpenAt),
  ],
);

/** Students whose row in `student_progress` is outdated. Without keys, so adding a row never waits for a lock. */
export const changedStudents = pgTable('changed_students', { studentId: integer().notNull() });
