import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { formatTime, formatTimeSpan } from '../../course/format-time.ts';
import { match } from '../database/rows.ts';
import {
  alumniJoins,
  attendance,
  auditLog,
  classes,
  makeups,
  registrations,
  roomEvents,
} from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { classNumberOf, defineSource, describeClass, type History, isOwn } from './entries.ts';

/** Leaves out what staff chose, because the audit log already has it. */
export const chosen = defineSource({
  kinds: ['classes'],
  table: registrations,
  at: registrations.createdAt,
  key: registrations.id,
  where: ({ person }) =>
    and(
      eq(registrations.studentId, person.id),
      sql`not exists (select from ${auditLog} where ${auditLog.personId} = ${person.id}
        and ${auditLog.action} = 'registration: registered for student'
        and ${auditLog.after} ->> 'registrationId' = ${registrations.id}::text)`,
    ),
  describe({ id, classNumber, classId }, { moves }, names) {
    const moved = moves.find((move) => move.registrationId === id && move.classId);
    const title = `Class ${classNumber}: time chosen`;
    return describeClass(names, moved?.classId ?? classId, { title });
  },
});

export const cleared = defineSource({
  kinds: ['classes'],
  table: registrations,
  at: registrations.endedAt,
  key: registrations.id,
  where: ({ person }) =>
    and(eq(registrations.studentId, person.id), isNotNull(registrations.endedAt)),
  describe: ({ classNumber, classId, endedBy, endReason }, { person }, names) =>
    describeClass(names, classId, {
      title: `Class ${classNumber}: removed from the schedule`,
      details: endReason ? [`Because ${endReason}`] : [],
      by: endedBy && endedBy !== person.id ? names.person(endedBy) : null,
    }),
});

export const missed = defineSource({
  kinds: ['attendance'],
  table: classes,
  at: sql`${classes.startsAt} + interval '1 hour'`,
  key: classes.id,
  where({ database, person, now }) {
    const wasTheirs = or(
      eq(classes.id, makeups.missedClassId),
      and(
        eq(classes.id, registrations.classId),
        isNull(registrations.suspendedBy),
        or(
          isNull(registrations.endedAt),
          gt(registrations.endedAt, sql`${classes.startsAt} + interval '1 hour'`),
        ),
      ),
    );
    const theirs = database
      .select({ id: classes.id })
      .from(registrations)
      .leftJoin(makeups, eq(makeups.registrationId, registrations.id))
      .innerJoin(classes, wasTheirs)
      .where(eq(registrations.studentId, person.id));
    const { classId, personId } = attendance;
    const seen = database.select({ classId }).from(attendance).where(eq(personId, person.id));
    return and(
      inArray(classes.id, theirs),
      notInArray(classes.id, seen),
      isStanding,
      lt(classes.startsAt, new Date(now.getTime() - CLASS_DURATION_MS)),
    );
  },
  describe: ({ id: classId }, history, names) =>
    describeClass(names, classId, {
      title: `${nameClass(history, classId)}: missed`,
      isProblem: true,
    }),
});

const sourceLabels = {
  webhook: 'Reported live by Zoom',
  report: 'From Zoom’s report',
  import: 'Imported',
  hand: 'Entered by hand',
};
const statusLabels = { Present: 'present', Joined: 'joined', Excused: 'excused' };

function nameClass(history: History, classId: number): string {
  const number = classNumberOf(history, classId);
  return number === null ? 'Class' : `Class ${number}`;
}

/** Leaves out corrections, because the audit log already has them. */
export const attended = defineSource({
  kinds: ['attendance'],
  table: attendance,
  at: attendance.recordedAt,
  key: attendance.classId,
  where: ({ person }) =>
    and(
      eq(attendance.personId, person.id),
      or(
        ne(attendance.source, 'hand'),
        sql`not exists (select from ${auditLog} where ${auditLog.personId} = ${person.id}
          and ${auditLog.action} = 'attendance: corrected' and ${auditLog.classId} = ${attendance.classId})`,
      ),
    ),
  describe: (row, history, names) =>
    describeClass(names, row.classId, {
      title: `${nameClass(history, row.classId)}: ${statusLabels[row.status]}`,
      details: [sourceLabels[row.source] + describeStay(row)],
    }),
});

function describeStay({ joinedAt, leftAt }: { joinedAt: Date | null; leftAt: Date | null }) {
  if (!joinedAt) return '';
  return `, in the room ${leftAt ? formatTimeSpan(joinedAt, leftAt) : `from ${formatTime(joinedAt)}`}`;
}

const movementLabels = {
  joined: 'entered the room',
  left: 'left the room',
  waiting: 'entered the waiting room',
  waited: 'left the waiting room',
  ended: 'the meeting ended',
};

/** Reads only webhook events, because Zoom's report later repeats the same movements. */
export const roomMovements = defineSource({
  kinds: ['attendance'],
  table: roomEvents,
  at: roomEvents.at,
  key: roomEvents.id,
  where: ({ person }) => match(roomEvents, { personId: person.id, source: 'webhook' }),
  describe: ({ classId, kind }, history, names) =>
    describeClass(names, classId, {
      title: `${nameClass(history, classId)}: ${movementLabels[kind]}`,
    }),
});

export const joins = defineSource({
  kinds: ['classes'],
  table: alumniJoins,
  at: alumniJoins.createdAt,
  key: alumniJoins.classId,
  where: isOwn(alumniJoins),
  describe: ({ classId }, _, names) =>
    describeClass(names, classId, { title: 'Clicked Join for a class' }),
});
