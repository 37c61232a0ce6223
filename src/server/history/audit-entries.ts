import { wordsOfAction } from '../../contract/audit-actions.ts';
import { JOURNEY_GROUP_NAMES } from '../../course/journey-groups.ts';
import type { auditLog } from '../database/schema.ts';
import { describeChanges, fieldsOf } from './changes.ts';
import type { Names } from './names.ts';

type Row = typeof auditLog.$inferSelect;

export type DescribedEntry = ReturnType<typeof describeEntry>;

export function describeEntry(row: Row, names: Names) {
  const { id, at, actorId, via, action, before, after, ip } = row;
  return {
    ...{ id, at, via, ip },
    actor: { id: actorId, name: nameActor(row, names) ?? noOne(action) },
    words: wordsOfAction(action),
    subject: describeSubject(row, names),
    changes: describeChanges(before, after, names),
  };
}

/** Null if the portal did it, or someone who wasn't signed in. */
export function nameActor(
  { actorId, via }: Pick<Row, 'actorId' | 'via'>,
  names: Names,
  commandLine = 'Command line',
): string | null {
  if (actorId !== null) return names.person(actorId);
  return via === 'command line' ? commandLine : null;
}

const noOne = (action: string) => (action === 'sign-in: refused' ? 'Not signed in' : 'The portal');

const groups: Record<string, string> = Object.fromEntries(
  Object.entries(JOURNEY_GROUP_NAMES).map(([group, name]) => [group, `Journey: ${name}`]),
);
const lists: Record<string, string> = {
  students: 'All students',
  alumni: 'All alumni',
  classes: 'All classes',
  attendance: 'Attendance',
  ...Object.fromEntries(Object.entries(groups).map(([group, name]) => [`journey ${group}`, name])),
};

const areas: Record<string, string> = {
  people: 'People',
  classes: 'Classes',
  meetings: 'Meetings',
  mails: 'Emails',
  texts: 'Texts',
  portal: 'The portal',
  audit: 'The audit log',
};

function describeSubject(row: Row, names: Names) {
  const { personId, classId, subject } = row;
  const [what = '', key = ''] = subject.split(/:(.*)/s);
  if (personId !== null) {
    const { classNumber } = fieldsOf(row.after);
    const name = [
      names.person(personId),
      what === 'registration' && classNumber && `Class ${classNumber}`,
      what === 'retreat-registration' && `retreat registration ${key}`,
    ];
    return { name: name.filter(Boolean).join(', '), personId, classId: null };
  }
  if (classId !== null) {
    const isGone = names.isDeletedClass(classId);
    const name = `Class on ${names.classTime(classId)}`;
    return { name, personId, classId: isGone ? null : classId };
  }
  return { name: nameOther(subject, what, key), personId, classId };
}

function nameOther(subject: string, what: string, key: string): string {
  if (what === 'retreat-registration') return `Retreat registration ${key}`;
  if (what === 'list') return lists[key] ?? subject;
  if (what === 'journey') return groups[key] ?? subject;
  if (what === 'problem' || what === 'problems') return nameProblems(what, key);
  if (what === 'call') return key;
  if (what === 'token') return `Link (${key})`;
  if (what === 'browser') return `Code (${key})`;
  if (what === 'job') return `Job ${key.slice(0, 8)}`;
  if (what === 'closed-dates') return 'Closed dates';
  return areas[subject] ?? subject;
}

function nameProblems(what: 'problem' | 'problems', kindAndKey: string): string {
  const [kind = ''] = kindAndKey.split(' ');
  return `${what === 'problem' ? 'Problem' : 'All problems'}: ${kind.replaceAll('-', ' ')}`;
}
