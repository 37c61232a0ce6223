import { sql } from 'drizzle-orm';
import {
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
import { registrations, requiredClassId } from './classes.ts';
import { bigIdentity, instant, oneOf } from './columns.ts';
import { optionalPersonId, requiredPersonId } from './people.ts';

const seat = {
  personId: requiredPersonId(),
  classId: requiredClassId(),
};

/** Once a class is over, registered people without a row count as absent. */
export const attendance = pgTable(
  'attendance',
  {
    ...seat,
    status: text({ enum: ['Joined', 'Present', 'Excused'] }).notNull(),
    /** If the source is `hand`, `attendance_corrections` contains the author and the reason. */
    source: text({ enum: ['webhook', 'report', 'import', 'hand'] }).notNull(),
    joinedAt: instant(),
    leftAt: instant(),
    recordedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.classId] }),
    index('attendance_of_class').on(t.classId),
    check('attendance_known_status', oneOf(t.status)),
    check('attendance_known_source', oneOf(t.source)),
    check('attendance_excused_by_hand', sql`${t.status} <> 'Excused' or ${t.source} = 'hand'`),
  ],
);

/**
 * Corrections by staff override webhooks and reports. 'Missed' means that the person didn't attend. A withdrawn
 * correction has no effect, but we keep its row, so that the version keeps increasing.
 */
export const attendanceCorrections = pgTable(
  'attendance_corrections',
  {
    ...seat,
    status: text({ enum: [...CORRECTIONS] }).notNull(),
    reason: text().notNull(),
    correctedBy: requiredPersonId(),
    correctedAt: instant().notNull(),
    guestName: text(),
    /**
     * The status before the correction. When the correction is withdrawn, we restore this status if it was imported or
     * if the room events have been deleted.
     */
    seenStatus: text({ enum: ['Joined', 'Present'] }),
    seenSource: text({ enum: ['webhook', 'report', 'import'] }),
    version: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.classId] }),
    index('attendance_corrections_of_class').on(t.classId),
    uniqueIndex('attendance_corrections_one_per_guest_name')
      .on(t.classId, t.guestName)
      .where(sql`${t.guestName} is not null`),
    check('attendance_corrections_known_status', oneOf(t.status)),
    check('attendance_corrections_known_seen_status', oneOf(t.seenStatus)),
    check('attendance_corrections_known_seen_source', oneOf(t.seenSource)),
    check(
      'attendance_corrections_seen_as_a_whole',
      sql`(${t.seenStatus} is null) = (${t.seenSource} is null)`,
    ),
  ],
);

/**
 * We compute attendance from these events. 'waiting' and 'waited' are about the waiting room and don't count as
 * attendance.
 */
export const roomEvents = pgTable(
  'room_events',
  {
    id: bigIdentity(),
    classId: requiredClassId(),
    /** Null for the end of a meeting, for the waiting room, and for people who didn't use their own link. */
    personId: optionalPersonId(),
    source: text({ enum: ['webhook', 'report'] }).notNull(),
    kind: text({ enum: ['joined', 'left', 'ended', 'waiting', 'waited'] }).notNull(),
    at: instant().notNull(),
    instanceId: text().notNull(),
    connectionId: text().notNull(),
    registrantId: text(),
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
    check('room_events_known_source', oneOf(t.source)),
    check('room_events_known_kind', oneOf(t.kind)),
  ],
);

export const makeups = pgTable(
  'makeups',
  {
    registrationId: integer()
      .notNull()
      .references(() => registrations.id),
    missedClassId: requiredClassId(),
    wasRescheduled: boolean().notNull(),
    chosenAt: instant().notNull(),
    /** Set if the student undid the makeup, or attended the original class after all. */
    undoneAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.registrationId, t.missedClassId] }),
    index('makeups_of_class').on(t.missedClassId),
    index('makeups_by_time').on(t.chosenAt),
  ],
);
