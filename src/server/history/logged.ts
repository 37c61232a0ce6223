import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import {
  type AuditAction,
  type AuditKind,
  actionsOf,
  kindOfAction,
  labelOfAction,
  wordsOfAction,
} from '../../contract/audit-actions.ts';
import type { TimelineKind } from '../../contract/words.ts';
import { STAFF_PROBLEMS } from '../../course/staff-choice.ts';
import { auditLog } from '../database/schema.ts';
import { nameActor } from './audit-entries.ts';
import { describeEdit, fieldsOf, idsIn, textIn } from './changes.ts';
import {
  classNumberOf,
  type Event,
  type History,
  type PageRequest,
  type Source,
  selectPage,
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

const { id: key, at, action, personId, classNumbers } = auditLog;
type Row = typeof auditLog.$inferSelect;

const classActions = actionsOf((kind) => kind === 'classes').filter(labelOfAction);

export const logged: Source = {
  kinds: ['edits', 'sign-in', 'classes', 'attendance', 'messages', 'retreats', 'views'],
  async read(history, request) {
    const { person } = history;
    const isTheirClass = and(
      inArray(action, classActions),
      sql`${classNumbers} ? ${String(person.id)}`,
    );
    const where = and(or(eq(personId, person.id), isTheirClass), isOfKind(request));
    const rows = await selectPage(history, request, auditLog, { at, key, where });
    return rows.map((row) => ({
      at: row.at,
      key: row.id,
      kind: kindOf(row.action),
      ...idsIn([row]),
      describe: (names) => ({
        ...describe(history, row, names),
        by: nameOther(history, row, names),
      }),
    }));
  },
};

function isOfKind({ kind }: PageRequest) {
  return kind === undefined
    ? ne(action, pageView)
    : inArray(
        action,
        actionsOf((one) => kindsOfAudit[one] === kind),
      );
}

/** Null if the person did it, or the portal. */
function nameOther({ person }: History, row: Row, names: Names): string | null {
  if (row.via === 'staff link') return 'someone using a link that staff copied';
  return row.actorId === person.id ? null : nameActor(row, names, 'the command line');
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

function describeMove(row: Row, names: Names) {
  const { classNumber, classId: to, overruled } = fieldsOf(row.after);
  const { classId: from } = fieldsOf(row.before);
  const label = labelOfAction(row.action);
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
    title: `Class ${row.classNumbers?.[person.id]}: ${labelOfAction(row.action)}`,
    details: reason === null ? time : [...time, reason],
    changes: row.action === 'class: edited' ? describeEdit(row.before, row.after, names) : [],
    classId: row.classId,
  };
}
