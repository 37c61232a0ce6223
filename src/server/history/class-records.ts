import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { formatTime, formatTimeSpan } from '../../course/format-time.ts';
import { isSeat } from '../database/joins.ts';
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
import {
  classEvent,
  classNumberOf,
  type History,
  pickPage,
  type Source,
  selectPage,
} from './entries.ts';

function isAudited({ moves }: History, registrationId: number, at: Date): boolean {
  return moves.some(
    (move) => move.registrationId === registrationId && move.at.getTime() === at.getTime(),
  );
}

export const chosen: Source = {
  kinds: ['classes'],
  async read(history, request) {
    const events = history.registrations
      .filter(({ id, createdAt }) => !isAudited(history, id, createdAt))
      .map(({ id, createdAt, classNumber, classId }) => {
        const moved = history.moves.find((move) => move.registrationId === id && move.from);
        return classEvent({
          ...{ at: createdAt, key: id, kind: 'classes' },
          classId: moved?.from ?? classId,
          title: `Class ${classNumber}: time chosen`,
        });
      });
    return pickPage(events, request);
  },
};

export const cleared: Source = {
  kinds: ['classes'],
  async read(history, request) {
    const events = history.registrations.flatMap((registration) => {
      const { id, endedAt, endedBy, endReason, classNumber, classId } = registration;
      if (!endedAt || isAudited(history, id, endedAt)) return [];
      return classEvent({
        ...{ at: endedAt, key: id, kind: 'classes', classId },
        title: `Class ${classNumber}: removed from the schedule`,
        details: endReason ? [`Because ${endReason}`] : [],
        byId: endedBy === history.person.id ? null : endedBy,
      });
    });
    return pickPage(events, request);
  },
};

export const missed: Source = {
  kinds: ['attendance'],
  async read({ database, person, now }, request) {
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
    const { id: classId, startsAt } = classes;
    const rows = await database
      .selectDistinct({ classId, startsAt, classNumber: registrations.classNumber })
      .from(registrations)
      .leftJoin(makeups, eq(makeups.registrationId, registrations.id))
      .innerJoin(classes, wasTheirs)
      .leftJoin(attendance, isSeat(attendance, person.id, classes.id))
      .where(
        and(
          eq(registrations.studentId, person.id),
          isNull(attendance.classId),
          isStanding,
          lt(startsAt, new Date(now.getTime() - CLASS_DURATION_MS)),
        ),
      );
    const events = rows.map((row) =>
      classEvent({
        at: new Date(row.startsAt.getTime() + CLASS_DURATION_MS),
        ...{ key: row.classId, kind: 'attendance', classId: row.classId },
        title: `Class ${row.classNumber}: missed`,
        isProblem: true,
      }),
    );
    return pickPage(events, request);
  },
};

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
export const attended: Source = {
  kinds: ['attendance'],
  async read(history, request) {
    const { person } = history;
    const { personId, classId: key, source, recordedAt: at } = attendance;
    const isCorrection = sql`exists (select from ${auditLog} where ${auditLog.personId} = ${person.id}
      and ${auditLog.action} = 'attendance: corrected' and ${auditLog.at} = ${at})`;
    const where = and(eq(personId, person.id), or(ne(source, 'hand'), sql`not ${isCorrection}`));
    const rows = await selectPage(history, request, attendance, { at, key, where });
    return rows.map((row) =>
      classEvent({
        ...{ at: row.at, key: row.classId, kind: 'attendance', classId: row.classId },
        title: `${nameClass(history, row.classId)}: ${statusLabels[row.status]}`,
        details: [sourceLabels[row.source] + describeStay(row)],
      }),
    );
  },
};

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
export const roomMovements: Source = {
  kinds: ['attendance'],
  async read(history, request) {
    const { id: key, at } = roomEvents;
    const where = match(roomEvents, { personId: history.person.id, source: 'webhook' });
    const rows = await selectPage(history, request, roomEvents, { at, key, where });
    return rows.map((row) =>
      classEvent({
        ...{ at: row.at, key: row.id, kind: 'attendance', classId: row.classId },
        title: `${nameClass(history, row.classId)}: ${movementLabels[row.kind]}`,
      }),
    );
  },
};

export const joins: Source = {
  kinds: ['classes'],
  async read(history, request) {
    const { classId: key, createdAt: at } = alumniJoins;
    const rows = await selectPage(history, request, alumniJoins, { at, key });
    return rows.map((row) =>
      classEvent({
        ...{ at: row.at, key: row.classId, kind: 'classes', classId: row.classId },
        title: 'Clicked Join for a class',
      }),
    );
  },
};
