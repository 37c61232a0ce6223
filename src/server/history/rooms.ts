import { and, eq, ne, or, sql } from 'drizzle-orm';
import { formatTime, formatTimeSpan } from '../../course/format-time.ts';
import { alumniJoins, attendance, auditLog, roomEvents } from '../database/schema.ts';
import { type Event, newestFirst, type Source, timeOf, whereAfter } from './entries.ts';
import { classNumberOf, type History } from './history.ts';

const sourceWords = {
  webhook: 'Seen by Zoom',
  report: 'Zoom’s report',
  import: 'Imported',
  hand: 'By hand',
};

function nameClass(history: History, classId: number): string {
  const number = classNumberOf(history, classId);
  return number === null ? 'A class' : `Class ${number}`;
}

/** What is recorded of somebody's classes now. Corrections are in the audit log, so they are not said twice. */
export const attended: Source = {
  kinds: ['attendance'],
  async read(history, wanted) {
    const { database, person } = history;
    const { personId, classId, status, source, joinedAt, leftAt, recordedAt } = attendance;
    const at = timeOf(recordedAt);
    const isAudited = sql`exists (select from ${auditLog} where ${auditLog.personId} = ${person.id}
      and ${auditLog.action} = 'attendance: corrected' and ${auditLog.at} = ${recordedAt})`;
    const rows = await database
      .select({ at, classId, status, source, joinedAt, leftAt })
      .from(attendance)
      .where(
        and(
          eq(personId, person.id),
          or(ne(source, 'hand'), sql`not ${isAudited}`),
          whereAfter(wanted, at, classId),
        ),
      )
      .orderBy(...newestFirst(at, classId))
      .limit(wanted.limit);
    return rows.map(
      (row): Event => ({
        at: row.at,
        key: row.classId,
        kind: 'attendance',
        classIds: [row.classId],
        describe: (names) => ({
          title: `${nameClass(history, row.classId)}: ${statusWords[row.status]}`,
          details: [
            names.classTime(row.classId),
            [sourceWords[row.source], timesOf(row)].filter(Boolean).join(', '),
          ],
          classId: row.classId,
        }),
      }),
    );
  },
};

const statusWords = { Present: 'present', Joined: 'joined', Excused: 'excused' };

function timesOf({ joinedAt, leftAt }: { joinedAt: Date | null; leftAt: Date | null }) {
  if (!joinedAt) return '';
  return `in the room ${leftAt ? formatTimeSpan(joinedAt, leftAt) : `from ${formatTime(joinedAt)}`}`;
}

const movements = {
  joined: 'entered the room',
  left: 'left the room',
  waiting: 'came to the waiting room',
  waited: 'left the waiting room',
  ended: 'the room closed',
};

/** Who came and went, as Zoom told at the time. Its report repeats it later and is not shown again. */
export const movementsInRooms: Source = {
  kinds: ['attendance'],
  async read(history, wanted) {
    const { database, person } = history;
    const { id, personId, classId, kind, source } = roomEvents;
    const at = timeOf(roomEvents.at);
    const rows = await database
      .select({ id, at, classId, kind })
      .from(roomEvents)
      .where(and(eq(personId, person.id), eq(source, 'webhook'), whereAfter(wanted, at, id)))
      .orderBy(...newestFirst(at, id))
      .limit(wanted.limit);
    return rows.map(
      (row): Event => ({
        at: row.at,
        key: row.id,
        kind: 'attendance',
        classIds: [row.classId],
        describe: (names) => ({
          title: `${nameClass(history, row.classId)}: ${movements[row.kind]}`,
          details: [names.classTime(row.classId)],
          classId: row.classId,
        }),
      }),
    );
  },
};

/** Alumni and staff who pressed Join. */
export const joins: Source = {
  kinds: ['classes'],
  async read({ database, person }, wanted) {
    const { personId, classId, createdAt } = alumniJoins;
    const at = timeOf(createdAt);
    const rows = await database
      .select({ at, classId })
      .from(alumniJoins)
      .where(and(eq(personId, person.id), whereAfter(wanted, at, classId)))
      .orderBy(...newestFirst(at, classId))
      .limit(wanted.limit);
    return rows.map(
      (row): Event => ({
        at: row.at,
        key: row.classId,
        kind: 'classes',
        classIds: [row.classId],
        describe: (names) => ({
          title: 'Asked for the link to join a class',
          details: [names.classTime(row.classId)],
          classId: row.classId,
        }),
      }),
    );
  },
};
