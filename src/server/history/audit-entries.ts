import { wordsOfAction } from '../../contract/audit-actions.ts';
import { JOURNEY_GROUP_NAMES } from '../../course/journey-groups.ts';
import type { Database } from '../database/connect.ts';
import type { auditLog } from '../database/schema.ts';
import { describeChanges, fieldsOf, idsIn } from './changes.ts';
import { type Names, readNames } from './names.ts';

type Row = typeof auditLog.$inferSelect;

export type DescribedEntry = Awaited<ReturnType<typeof describeEntries>>[number];

export async function describeEntries(database: Database, rows: Row[]) {
  const names = await readNames(database, idsIn(rows));
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    actor: { id: row.actorId, name: nameActor(row, names) ?? noOne(row.action) },
    via: row.via,
    words: wordsOfAction(row.action),
    subject: describeSubject(row, names),
    changes: describeChanges(row.before, row.after, names),
    ip: row.ip,
  }));
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
