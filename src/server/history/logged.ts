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
  classNumberOf,
  type Event,
  type History,
  type PageRequest,
  type Source,
  selectPage,
  timeOf,
} from './entries.ts';
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
const pageView: AuditAction = 'person: page seen';

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

const classLabels: Record<string, string> = {
  'class: canceled': 'the class was canceled',
  'class: cancellation undone': 'the cancellation was undone',
  'class: edited': 'the class was changed',
};

export const logged: Source = {
  kinds: ['edits', 'sign-in', 'classes', 'attendance', 'messages', 'retreats', 'views'],
  async read(history, request) {
    const { database, person } = history;
    const isTheirClass = and(
      inArray(action, Object.keys(classLabels)),
      sql`${classNumbers} ? ${String(person.id)}`,
    );
    const rows = await selectPage(database.select(columns).from(auditLog).$dynamic(), request, {
      at,
      key: id,
      where: and(or(eq(personId, person.id), isTheirClass), isOfKind(request)),
    });
    return rows.map((row) => ({
      at: row.at,
      key: row.id,
      kind: kindOf(row.action),
      ...idsIn([row]),
      describe: (names) => ({
        ...describe(history, row, names),
        by: nameActor(history, row, names),
      }),
    }));
  },
};

function isOfKind({ kind }: PageRequest) {
  return kind === undefined ? ne(action, pageView) : inArray(action, actionsOf(kind));
}

function nameActor({ person }: History, row: Row, names: Names): string | null {
  if (row.via === 'command line') return 'the command line';
  if (row.via === 'staff link') return 'someone using a link that staff copied';
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

const moveLabels: Partial<Record<string, string>> = {
  'registration: reschedule': 'rescheduled',
  'registration: reschedule undone': 'reschedule undone',
  'registration: makeup': 'makeup scheduled',
  'registration: registered for student': 'registered by staff',
  'registration: moved for student': 'rescheduled by staff',
  'registration: made up for student': 'makeup scheduled by staff',
  'registration: canceled for student': 'canceled by staff, needs a new time',
  'registration: makeup undone': 'makeup undone',
  'registration: makeup not needed': 'makeup canceled because they attended the class after all',
};

function describeMove(row: Row, names: Names) {
  const { classNumber, classId: to, overruled } = fieldsOf(row.after);
  const { classId: from } = fieldsOf(row.before);
  const label = moveLabels[row.action];
  const details = [
    typeof to === 'number' && `To ${names.classTime(to)}`,
    typeof from === 'number' && `From ${names.classTime(from)}`,
    row.via === 'text' && 'By replying to a text',
    ...describeOverruled(overruled),
    textIn(row.after, 'reason'),
  ];
  return {
    title: label && classNumber ? `Class ${classNumber}: ${label}` : wordsOfAction(row.action),
    details: details.filter((line) => typeof line === 'string'),
    classId: row.classId,
  };
}

function describeOverruled(overruled: unknown): string[] {
  if (!Array.isArray(overruled)) return [];
  return overruled.flatMap((problem) =>
    problem in STAFF_PROBLEMS
      ? [`Rule overridden: ${STAFF_PROBLEMS[problem as keyof typeof STAFF_PROBLEMS]}`]
      : [],
  );
}

function describeCorrection(history: History, row: Row, names: Names) {
  const { status, correction } = fieldsOf(row.after);
  const number = classNumberOf(history, row.classId);
  const [was, is] = [fieldsOf(row.before).status ?? 'No record', status ?? 'No record'];
  const changes = [{ field: 'Attendance', before: String(was), after: String(is) }];
  const guestName = textIn(row.after, 'guestName');
  return {
    title: `${number ? `Class ${number}: a` : 'A'}ttendance corrected by hand`,
    details: [
      row.classId !== null && names.classTime(row.classId),
      correction === 'Withdrawn' && 'The correction was undone',
      textIn(row.after, 'reason'),
      guestName && `Was in the room as “${guestName}”`,
    ].filter((line) => typeof line === 'string'),
    changes: row.after === null || was === is ? [] : changes,
    classId: row.classId,
  };
}

function describeClass({ person }: History, row: Row, names: Names) {
  const reason = textIn(row.after, 'reason');
  const time = row.classId === null ? [] : [names.classTime(row.classId)];
  return {
    title: `Class ${row.classNumbers?.[person.id]}: ${classLabels[row.action]}`,
    details: reason === null ? time : [...time, reason],
    changes: row.action === 'class: edited' ? describeEdit(row.before, row.after, names) : [],
    classId: row.classId,
  };
}
