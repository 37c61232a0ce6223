import { and, inArray, ne, sql } from 'drizzle-orm';
import {
  type AuditAction,
  type AuditKind,
  auditActions,
  kindOfAction,
  wordsOfAction,
} from '../../contract/audit-actions.ts';
import type { TimelineKind } from '../../contract/timeline-kinds.ts';
import { STAFF_PROBLEMS } from '../../course/staff-choice.ts';
import { auditLog } from '../database/schema.ts';
import { classesIn, fieldsOf, peopleIn } from '../platform/audit-changes.ts';
import { changedFields, textIn } from './changed-fields.ts';
import {
  type Event,
  newestFirst,
  type Source,
  timeOf,
  type Wanted,
  whereAfter,
} from './entries.ts';
import type { History } from './history.ts';
import type { Names } from './names.ts';

const kindsOfAudit: Record<AuditKind, TimelineKind> = {
  people: 'edits',
  staff: 'edits',
  'sign-in': 'sign-in',
  refused: 'sign-in',
  classes: 'classes',
  registrations: 'classes',
  attendance: 'attendance',
  messages: 'messages',
  retreats: 'retreats',
  views: 'views',
  exports: 'edits',
  operations: 'edits',
};
const looked: AuditAction = 'person: page seen';

function kindOf(action: string): TimelineKind {
  const kind = kindOfAction(action);
  return kind ? kindsOfAudit[kind] : 'edits';
}

const actionsOf = (kind: TimelineKind) =>
  Object.keys(auditActions).filter((action) => kindOf(action) === kind);

const { action, before, after, actorId, via, subject } = auditLog;
const at = timeOf(auditLog.at);
const columns = { id: auditLog.id, at, action, before, after, actorId, via, subject };
type Row = Pick<typeof auditLog.$inferSelect, keyof typeof columns>;

/** What the audit log says of the person, of their registrations and their retreats. */
export const audited: Source = {
  kinds: ['edits', 'sign-in', 'classes', 'attendance', 'messages', 'retreats', 'views'],
  async read(history, wanted) {
    const { database, person, registrations, retreatIds } = history;
    const subjects = [
      `person:${person.id}`,
      ...registrations.map(({ id }) => `registration:${id}`),
      ...retreatIds.map((id) => `retreat-registration:${id}`),
    ];
    const rows = await database
      .select(columns)
      .from(auditLog)
      .where(
        and(inArray(subject, subjects), whereKind(wanted), whereAfter(wanted, at, auditLog.id)),
      )
      .orderBy(...newestFirst(at, auditLog.id))
      .limit(wanted.limit);
    return rows.map((row) => eventOf(history, row));
  },
};

function whereKind({ kind }: Wanted) {
  return kind === undefined ? ne(action, looked) : inArray(action, actionsOf(kind));
}

function eventOf(history: History, row: Row): Event {
  return {
    at: row.at,
    key: row.id,
    kind: kindOf(row.action),
    classIds: classesIn([row.before, row.after]),
    personIds: peopleOf(row),
    describe: (names) => ({ ...describe(history, row, names), by: actorOf(history, row, names) }),
  };
}

function peopleOf({ before, after, actorId }: Row): number[] {
  return [...peopleIn([before, after]), ...(actorId === null ? [] : [actorId])];
}

function actorOf({ person }: History, row: Row, names: Names): string | null {
  if (row.via === 'command line') return 'the command line';
  if (row.via === 'staff link') return 'someone with a link that staff copied';
  if (row.actorId === null || row.actorId === person.id) return null;
  return names.person(row.actorId);
}

function describe(history: History, row: Row, names: Names): ReturnType<Event['describe']> {
  if (row.action.startsWith('registration:')) return describeMove(history, row, names);
  if (row.action === 'attendance: corrected') return describeCorrection(history, row, names);
  const reason = textIn(row.after, 'reason');
  return {
    title: wordsOfAction(row.action),
    details: reason === null ? [] : [reason],
    changes: changedFields(row.before, row.after, names),
    isProblem: row.action === 'sign-in: refused',
  };
}

const moveWords: Partial<Record<string, string>> = {
  'registration: reschedule': 'moved to another time',
  'registration: reschedule undone': 'move undone',
  'registration: makeup': 'made up at another time',
  'registration: registered for student': 'registered by staff',
  'registration: moved for student': 'moved by staff',
  'registration: made up for student': 'made up by staff',
  'registration: cancelled for student': 'cancelled by staff, to be chosen again',
  'registration: makeup undone': 'makeup undone',
  'registration: makeup given back': 'makeup given back, as the class had been attended',
};

/** A class that changed its time, or that staff registered or cancelled for the student. */
function describeMove({ registrations }: History, row: Row, names: Names) {
  const registration = registrations.find(({ id }) => row.subject === `registration:${id}`);
  const number = registration?.classNumber ?? fieldsOf(row.after).classNumber;
  const words = moveWords[row.action];
  const { classId: from } = fieldsOf(row.before);
  const { classId: to } = fieldsOf(row.after);
  const details = [
    typeof to === 'number' && `To ${names.classTime(to)}`,
    typeof from === 'number' && `From ${names.classTime(from)}`,
    row.via === 'text' && 'By replying to a text',
    ...describeOverruled(fieldsOf(row.after).overruled),
    textIn(row.after, 'reason'),
  ].filter((line) => typeof line === 'string');
  return {
    title: words && number ? `Class ${number}: ${words}` : wordsOfAction(row.action),
    details,
    classId: typeof to === 'number' ? to : typeof from === 'number' ? from : null,
  };
}

/** The rules over which staff went, as the dialog told them. */
function describeOverruled(overruled: unknown): string[] {
  if (!Array.isArray(overruled)) return [];
  return overruled.flatMap((problem) =>
    problem in STAFF_PROBLEMS
      ? [`Over a rule: ${STAFF_PROBLEMS[problem as keyof typeof STAFF_PROBLEMS]}`]
      : [],
  );
}

function describeCorrection({ stays }: History, row: Row, names: Names) {
  const { classId, status } = fieldsOf(row.after);
  const number = stays.find((stay) => stay.classId === classId)?.classNumber;
  // A class to come has none either: people are excused beforehand.
  const [was, is] = [fieldsOf(row.before).status ?? 'No record', status ?? 'No record'];
  const isWithdrawn = fieldsOf(row.after).correction === 'Withdrawn';
  const changes = [{ field: 'Attendance', before: String(was), after: String(is) }];
  return {
    title: `${number ? `Class ${number}: a` : 'A'}ttendance corrected by hand`,
    details: [
      typeof classId === 'number' && names.classTime(classId),
      isWithdrawn && 'The correction was withdrawn',
      textIn(row.after, 'reason'),
      textIn(row.after, 'guestName') && `In the room as “${textIn(row.after, 'guestName')}”`,
    ].filter((line) => typeof line === 'string'),
    changes: row.after === null || was === is ? [] : changes,
    classId: typeof classId === 'number' ? classId : null,
  };
}

/** What staff did to a class while the person was registered for it. */
export const auditedClasses: Source = {
  kinds: ['classes'],
  async read(history, wanted) {
    const { database, stays } = history;
    if (stays.length === 0) return [];
    const held = sql`(select * from unnest(
      ${sql.param(stays.map(({ classId }) => `class:${classId}`))}::text[],
      ${sql.param(stays.map(({ classNumber }) => classNumber))}::int[],
      ${sql.param(stays.map(({ since }) => since.toISOString()))}::timestamptz[],
      ${sql.param(stays.map(({ until }) => until?.toISOString() ?? null))}::timestamptz[]
    ) as stay(subject, class_number, since, until)) held`;
    const rows = await database
      .select({ ...columns, classNumber: sql<number>`held.class_number` })
      .from(auditLog)
      .innerJoin(
        held,
        sql`held.subject = ${subject} and ${auditLog.at} >= held.since
          and (held.until is null or ${auditLog.at} < held.until)`,
      )
      .where(and(inArray(action, Object.keys(classWords)), whereAfter(wanted, at, auditLog.id)))
      .orderBy(...newestFirst(at, auditLog.id))
      .limit(wanted.limit);
    return rows.map((row) => {
      const classId = Number(row.subject.replace('class:', ''));
      const event: Event = {
        at: row.at,
        key: row.id,
        kind: 'classes',
        classIds: [classId],
        personIds: peopleOf(row),
        describe: (names) => ({
          title: `Class ${row.classNumber}: ${classWords[row.action]}`,
          details: [names.classTime(classId), textIn(row.after, 'reason')].filter(
            (line) => line !== null,
          ),
          changes:
            row.action === 'class: edited' ? changedFields(row.before, row.after, names) : [],
          by: actorOf(history, row, names),
          classId,
        }),
      };
      return event;
    });
  },
};

const classWords: Record<string, string> = {
  'class: cancelled': 'the class was cancelled',
  'class: cancellation undone': 'the cancelled class was given back',
  'class: edited': 'the class was changed',
};
