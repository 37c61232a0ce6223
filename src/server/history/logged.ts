import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import {
  type AuditAction,
  type AuditKind,
  auditActions,
  kindOfAction,
  wordsOfAction,
} from '../../contract/audit-actions.ts';
import type { TimelineKind } from '../../contract/words.ts';
import { STAFF_PROBLEMS } from '../../course/staff-choice.ts';
import { auditLog } from '../database/schema.ts';
import { describeEdit, fieldsOf, idsIn, textIn } from './changes.ts';
import {
  type Event,
  newestFirst,
  type Source,
  timeOf,
  type Wanted,
  whereAfter,
} from './entries.ts';
import { classNumberOf, type History } from './history.ts';
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

const { id, action, before, after, actorId, via, personId, classId, classNumbers } = auditLog;
const at = timeOf(auditLog.at);
const columns = { id, at, action, before, after, actorId, via, personId, classId, classNumbers };
type Row = Pick<typeof auditLog.$inferSelect, keyof typeof columns>;

/** What staff did to a class while the person was registered for it. */
const classWords: Record<string, string> = {
  'class: cancelled': 'the class was cancelled',
  'class: cancellation undone': 'the cancelled class was given back',
  'class: edited': 'the class was changed',
};

/** What the audit log says of the person, and of the classes that they were registered for. */
export const logged: Source = {
  kinds: ['edits', 'sign-in', 'classes', 'attendance', 'messages', 'retreats', 'views'],
  async read(history, wanted) {
    const { database, person } = history;
    const ofTheirClass = and(
      inArray(action, Object.keys(classWords)),
      sql`${classNumbers} ? ${String(person.id)}`,
    );
    const rows = await database
      .select(columns)
      .from(auditLog)
      .where(
        and(
          or(eq(personId, person.id), ofTheirClass),
          whereKind(wanted),
          whereAfter(wanted, at, id),
        ),
      )
      .orderBy(...newestFirst(at, id))
      .limit(wanted.limit);
    return rows.map(
      (row): Event => ({
        at: row.at,
        key: row.id,
        kind: kindOf(row.action),
        ...idsIn([row]),
        describe: (names) => ({
          ...describe(history, row, names),
          by: actorOf(history, row, names),
        }),
      }),
    );
  },
};

function whereKind({ kind }: Wanted) {
  return kind === undefined ? ne(action, looked) : inArray(action, actionsOf(kind));
}

function actorOf({ person }: History, row: Row, names: Names): string | null {
  if (row.via === 'command line') return 'the command line';
  if (row.via === 'staff link') return 'someone with a link that staff copied';
  if (row.actorId === null || row.actorId === person.id) return null;
  return names.person(row.actorId);
}

function describe(history: History, row: Row, names: Names): ReturnType<Event['describe']> {
  if (row.personId === null) return describeClass(history, row, names);
  if (row.action.startsWith('registration:')) return describeMove(row, names);
  if (row.action === 'attendance: corrected') return describeCorrection(history, row, names);
  const reason = textIn(row.after, 'reason');
  return {
    title: wordsOfAction(row.action),
    details: reason === null ? [] : [reason],
    changes: describeEdit(row.before, row.after, names),
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
function describeMove(row: Row, names: Names) {
  const { classNumber, classId: to, overruled } = fieldsOf(row.after);
  const { classId: from } = fieldsOf(row.before);
  const words = moveWords[row.action];
  const details = [
    typeof to === 'number' && `To ${names.classTime(to)}`,
    typeof from === 'number' && `From ${names.classTime(from)}`,
    row.via === 'text' && 'By replying to a text',
    ...describeOverruled(overruled),
    textIn(row.after, 'reason'),
  ];
  return {
    title: words && classNumber ? `Class ${classNumber}: ${words}` : wordsOfAction(row.action),
    details: details.filter((line) => typeof line === 'string'),
    classId: row.classId,
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

function describeCorrection(history: History, row: Row, names: Names) {
  const { status, correction } = fieldsOf(row.after);
  const number = classNumberOf(history, row.classId);
  // A class to come has none either: people are excused beforehand.
  const [was, is] = [fieldsOf(row.before).status ?? 'No record', status ?? 'No record'];
  const changes = [{ field: 'Attendance', before: String(was), after: String(is) }];
  const guestName = textIn(row.after, 'guestName');
  return {
    title: `${number ? `Class ${number}: a` : 'A'}ttendance corrected by hand`,
    details: [
      row.classId !== null && names.classTime(row.classId),
      correction === 'Withdrawn' && 'The correction was withdrawn',
      textIn(row.after, 'reason'),
      guestName && `In the room as “${guestName}”`,
    ].filter((line) => typeof line === 'string'),
    changes: row.after === null || was === is ? [] : changes,
    classId: row.classId,
  };
}

function describeClass({ person }: History, row: Row, names: Names) {
  const reason = textIn(row.after, 'reason');
  const time = row.classId === null ? [] : [names.classTime(row.classId)];
  return {
    title: `Class ${row.classNumbers?.[person.id]}: ${classWords[row.action]}`,
    details: reason === null ? time : [...time, reason],
    changes: row.action === 'class: edited' ? describeEdit(row.before, row.after, names) : [],
    classId: row.classId,
  };
}
