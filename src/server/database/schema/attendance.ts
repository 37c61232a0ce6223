import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { CORRECTIONS } from '../../../course/attendance-states.ts';
import { classes, registrations } from './classes.ts';
import { instant, oneOf } from './columns.ts';
import { people } from './people.ts';

const seat = {
  personId: integer()
    .notNull()
    .references(() => people.id),
  classId: integer()
    .notNull()
    .references(() => classes.id),
};

/** What became of somebody's class. No row means that they were not there. */
export const attendance = pgTable(
  'attendance',
  {
    ...seat,
    status: text({ enum: ['Joined', 'Present', 'Excused'] }).notNull(),
    /** What the status goes by; a correction by hand has its author and reason in `attendance_corrections`. */
    source: text({ enum: ['webhook', 'report', 'import', 'hand'] }).notNull(),
    joinedAt: instant(),
    leftAt: instant(),
    /** Since when it has this status from this source. */
    recordedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.classId] }),
    index('attendance_of_class').on(t.classId),
    check('attendance_known_status', oneOf(t.status, ['Joined', 'Present', 'Excused'])),
    check('attendance_known_source', oneOf(t.source, ['webhook', 'report', 'import', 'hand'])),
    check('attendance_excused_by_hand', sql`${t.status} <> 'Excused' or ${t.source} = 'hand'`),
  ],
);

/**
 * What staff said by hand. It stands over every webhook and report; 'Missed' means that there is no attendance. One that
 * was withdrawn stays, so that its version goes on rising, and says nothing.
 */
export const attendanceCorrections = pgTable(
  'attendance_corrections',
  {
    ...seat,
    status: text({ enum: [...CORRECTIONS] }).notNull(),
    reason: text().notNull(),
    correctedBy: integer()
      .notNull()
      .references(() => people.id),
    correctedAt: instant().notNull(),
    /** The name under which they were in the room by the shared link, where that is what was corrected. */
    guestName: text(),
    /** The record of before the first correction: it comes back where no room event is left to work it out from. */
    seenStatus: text({ enum: ['Joined', 'Present'] }),
    seenSource: text({ enum: ['webhook', 'report', 'import'] }),
    /** Rises with every correction. */
    version: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.classId] }),
    index('attendance_corrections_of_class').on(t.classId),
    uniqueIndex('attendance_corrections_one_per_guest_name')
      .on(t.classId, t.guestName)
      .where(sql`${t.guestName} is not null`),
    check('attendance_corrections_known_status', oneOf(t.status, CORRECTIONS)),
    check('attendance_corrections_known_seen_status', oneOf(t.seenStatus, ['Joined', 'Present'])),
    check(
      'attendance_corrections_known_seen_source',
      oneOf(t.seenSource, ['webhook', 'report', 'import']),
    ),
    check(
      'attendance_corrections_seen_as_a_whole',
      sql`(${t.seenStatus} is null) = (${t.seenSource} is null)`,
    ),
  ],
);

/**
 * Who entered and left the room of a class, as webhooks and reports say; attendance is worked out from these. 'waiting'
 * and 'waited' are of the waiting room, which is no attendance.
 */
export const roomEvents = pgTable(
  'room_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    classId: integer()
      .notNull()
      .references(() => classes.id),
    /** Empty for an end, and for somebody who came by another link than their own. */
    personId: integer().references(() => people.id),
    source: text({ enum: ['webhook', 'report'] }).notNull(),
    kind: text({ enum: ['joined', 'left', 'ended', 'waiting', 'waited'] }).notNull(),
    at: instant().notNull(),
    instanceId: text().notNull(),
    connectionId: text().notNull(),
    registrantId: text(),
    /** Only of those who are nobody we know, so that staff can tell who it was. */
    name: text(),
  },
  (t) => [
    uniqueIndex('room_events_once').on(
      t.classId,
      t.source,
      t.kind,
      t.at,
      t.instanceId,
      t.connectionId,
      sql`coalesce(${t.personId}, 0)`,
    ),
    index('room_events_of_person').on(t.personId),
    index('room_events_by_time').on(t.at),
    check('room_events_known_source', oneOf(t.source, ['webhook', 'report'])),
    check(
      'room_events_known_kind',
      oneOf(t.kind, ['joined', 'left', 'ended', 'waiting', 'waited']),
    ),
  ],
);

/** Which class a registration was moved away from because it was missed. */
export const makeups = pgTable(
  'makeups',
  {
    registrationId: integer()
      .notNull()
      .references(() => registrations.id),
    missedClassId: integer()
      .notNull()
      .references(() => classes.id),
    wasRescheduled: boolean().notNull(),
    chosenAt: instant().notNull(),
    /** When the makeup was undone: by the student, or because the class turned out not to have been missed. */
    undoneAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.registrationId, t.missedClassId] }),
    index('makeups_of_class').on(t.missedClassId),
    index('makeups_by_time').on(t.chosenAt),
  ],
);
