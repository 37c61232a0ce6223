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
import { STAFF_PROBLEMS, type StaffProblem } from '../../course/staff-choice.ts';
import { auditLog } from '../database/schema.ts';
import { nameActor } from './audit-entries.ts';
import { describeChanges, fieldsOf, isOnTimeline, isText, textIn } from './changes.ts';
import { classNumberOf, type Description, defineSource, type History } from './entries.ts';
import type { Names } from './names.ts';

const kinds: Partial<Record<AuditKind, TimelineKind>> = {
  'sign-in': 'sign-in',
  refused: 'sign-in',
  classes: 'classes',
  registrations: 'classes',
  attendance: 'attendance',
  messages: 'messages',
  retreats: 'retreats',
  views: 'views',
};
const kindOf = (kind: AuditKind | null) => (kind && kinds[kind]) ?? 'edits';
const pageView: AuditAction = 'person: page seen';

const { id: key, at, action, personId, classNumbers } = auditLog;
type Row = typeof auditLog.$inferSelect;

const classActions = actionsOf((kind) => kind === 'classes').filter(labelOfAction);

export const logged = defineSource({
  kinds: ['edits', 'sign-in', 'classes', 'attendance', 'messages', 'retreats', 'views'],
  ...{ table: auditLog, at, key },
  where({ person }, kind) {
    const ofPerson = sql`${classNumbers} ? ${String(person.id)}`;
    const isTheirClass = and(inArray(action, classActions), ofPerson);
    const actions = actionsOf((one) => kindOf(one) === kind);
    const isOfKind = kind ? inArray(action, actions) : ne(action, pageView);
    return and(or(eq(personId, person.id), isTheirClass), isOfKind);
  },
  describe(row, history, names): Description {
    const label = labelOfAction(row.action);
    const classNumber = label && findClassNumber(row, history);
    return {
      kind: kindOf(kindOfAction(row.action)),
      title: classNumber ? `Class ${classNumber}: ${label}` : wordsOfAction(row.action),
      details: [...(label ? listClasses(row, names) : []), ...listDetails(row)].filter(isText),
      changes: describeChanges(row.before, row.after, names, (field) =>
        label ? isOnTimeline(field) && isChanged(row, field) : isOnTimeline(field),
      ),
      by: nameOther(row, history, names),
      classId: label ? row.classId : null,
      isProblem: row.action === 'sign-in: refused',
    };
  },
});

function findClassNumber({ after, classId, classNumbers }: Row, history: History) {
  return (
    classNumbers?.[history.person.id] ??
    fieldsOf(after).classNumber ??
    classNumberOf(history, classId)
  );
}

/** Moves say where to and where from, and other changes name their class. */
function listClasses({ action, classId, before, after }: Row, names: Names) {
  const timeOf = (id: unknown, word = '') => typeof id === 'number' && word + names.classTime(id);
  if (!action.startsWith('registration:')) return [timeOf(classId)];
  return [timeOf(fieldsOf(after).classId, 'To '), timeOf(fieldsOf(before).classId, 'From ')];
}

/** False for what the title and details already say, such as the time of a canceled class. */
function isChanged({ before, after }: Row, field: string): boolean {
  return field !== 'classId' && field in fieldsOf(before) && field in fieldsOf(after);
}

function listDetails({ via, after }: Row) {
  const { overruled, correction } = fieldsOf(after);
  const guestName = textIn(after, 'guestName');
  const problems = Array.isArray(overruled) ? overruled.filter(isStaffProblem) : [];
  return [
    via === 'text' && 'By replying to a text',
    ...problems.map((problem) => `Rule overridden: ${STAFF_PROBLEMS[problem]}`),
    correction === 'Withdrawn' && 'The correction was undone',
    textIn(after, 'reason'),
    guestName && `Was in the room as “${guestName}”`,
  ];
}

const isStaffProblem = (problem: string): problem is StaffProblem => problem in STAFF_PROBLEMS;

/** Null if the person did it, or the portal. */
function nameOther(row: Row, { person }: History, names: Names): string | null {
  if (row.via === 'staff link') return 'someone using a link that staff copied';
  return row.actorId === person.id ? null : nameActor(row, names, 'the command line');
}
