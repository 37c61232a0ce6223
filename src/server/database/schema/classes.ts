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
import { classCancellations } from './cancellations.ts';
import { clearings } from './clearings.ts';
import { identity, instant, oneOf } from './columns.ts';
import { people } from './people.ts';

/** The Sunday that begins the Pacific week of a start time. */
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
    instructorId: integer().references(() => people.id),
    /** The provider's user who is to host the class, in small letters; null for the portal's own, which is a setting. */
    host: text(),
    /**
     * True of a class that may be at the same time as another one of its host: one of the past that an import has made and
     * that has no meeting, and one that was there before overlaps were refused.
     */
    mayShareHost: boolean().notNull().default(false),
    zoomMeetingId: text(),
    zoomJoinUrl: text(),
    zoomRegistrationUrl: text(),
    /** Made once, for every meeting of the class; empty where Zoom took none, null until the first one is asked for. */
    zoomPasscode: text(),
    /** Who hosts the meeting that the class has now: another user than `host` until it has moved. */
    meetingHost: text(),
    /** Noted before the provider is asked for a meeting: a lost answer is then looked for first. */
    meetingAskedAt: instant(),
    /** Of whom it was asked for: it is looked for there, also when the class has another host by then. */
    meetingAskedHost: text(),
    /** When the meeting begins, as it was read back from the provider. */
    meetingStartsAt: instant(),
    /** Why the meeting is not as the class is, for the admin's eyes. */
    meetingProblem: text(),
    /** Since when there is one, whatever its words: a trigger notes it. */
    meetingProblemSince: instant(),
    /** Since when the report of who came has stopped growing, or is no longer waited for. */
    attendanceSettledAt: instant(),
    /** Whether the meeting ran at the time of the class. Null until we know: see course/held-class.ts. */
    wasHeld: boolean(),
    /** Why the report could not be read and what to do, for the admin. */
    attendanceProblem: text(),
    /** As `meetingProblemSince`. */
    attendanceProblemSince: instant(),
    /** Rises with every change of what staff can edit: a trigger counts. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull(),
    /** Deleted classes stay for the sake of ended registrations that point at them. */
    deletedAt: instant(),
    /** Set while the class is cancelled. */
    cancellationId: integer().references(() => classCancellations.id),
  },
  (t) => [
    unique('classes_id_and_week').on(t.id, t.pacificWeek),
    uniqueIndex('classes_one_per_start_and_instructor')
      .on(t.startsAt, sql`coalesce(${t.instructorId}, 0)`)
      .where(sql`${t.deletedAt} is null and ${t.cancellationId} is null`),
    // Classes begin on the hour and last for one at most, so those of one host overlap when they begin at the same time.
    uniqueIndex('classes_one_per_start_and_host')
      .on(t.startsAt, sql`coalesce(${t.host}, '')`)
      .where(sql`${t.deletedAt} is null and ${t.cancellationId} is null and not ${t.mayShareHost}`),
    index('classes_of_meeting').on(t.zoomMeetingId),
    index('classes_of_cancellation').on(t.cancellationId),
    check('classes_host_in_small_letters', sql`${t.host} = lower(${t.host})`),
    check('classes_known_type', oneOf(t.classType, ['Weekly', 'Monthly'])),
  ],
);

export const registrations = pgTable(
  'registrations',
  {
    id: identity(),
    studentId: integer()
      .notNull()
      .references(() => people.id),
    classId: integer().notNull(),
    /** A copy of the class's week; the foreign key below makes it follow the class when that moves. */
    pacificWeek: date().notNull(),
    classNumber: integer().notNull(),
    isRescheduled: boolean().notNull().default(false),
    /** Rises with every change of its time, so that calendars know which of two files is newer. */
    calendarSequence: integer().notNull().default(0),
    /** When that was: a trigger notes it. Empty as long as nothing has changed. */
    calendarChangedAt: instant(),
    createdAt: instant().notNull(),
    /** When the student's own choice is to be told by mail. Empty once it was, and where another mail tells of it. */
    choiceMailDueAt: instant(),
    /** Set once it is over for good; a row that ended is never the student's place. */
    endedAt: instant(),
    endedBy: integer().references(() => people.id),
    endReason: text(),
    /** Set while it waits: this cancellation took its class, and the student is to choose again. It takes up no week then. */
    suspendedBy: integer().references(() => classCancellations.id),
    /** Which change took it last. It stays when the registration comes back. */
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
