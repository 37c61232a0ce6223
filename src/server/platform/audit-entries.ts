import { inArray } from 'drizzle-orm';
import type { AuditEntry } from '../../contract/audit.ts';
import { wordsOfAction } from '../../contract/audit-actions.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { JOURNEY_GROUP_NAMES } from '../../course/journey-groups.ts';
import type { Database } from '../database/connect.ts';
import {
  type auditLog,
  classes,
  people,
  registrations,
  retreatRegistrations,
} from '../database/schema.ts';
import { classesIn, describeChanges, peopleIn } from './audit-changes.ts';

type Row = typeof auditLog.$inferSelect;

/** Rows of the audit log in words: who, what, to whom and what changed, with names in place of ids. */
export async function describeEntries(database: Database, rows: Row[]): Promise<AuditEntry[]> {
  const named = await findNames(database, rows);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: { id: row.actorId, name: nameActor(row, named) },
    via: row.via,
    words: wordsOfAction(row.action),
    subject: describeSubject(row.subject, named),
    changes: describeChanges(row.before, row.after, {
      person: (id) => named.people.get(id) ?? String(id),
      classTime: (id) => named.classes.get(id)?.name ?? String(id),
    }),
    ip: row.ip,
  }));
}

interface Names {
  people: Map<number, string>;
  classes: Map<number, { name: string; isDeleted: boolean }>;
  /** Of registrations and retreat registrations, by subject. */
  owners: Map<string, { personId: number | null; name: string }>;
}

const nobody = (action: string) => (action === 'sign-in: refused' ? 'Not signed in' : 'The portal');

function nameActor({ actorId, via, action }: Row, { people: names }: Names): string {
  if (actorId !== null) return names.get(actorId) ?? `Person ${actorId}`;
  return via === 'command line' ? 'Command line' : nobody(action);
}

const groups: Record<string, string> = Object.fromEntries(
  Object.entries(JOURNEY_GROUP_NAMES).map(([group, name]) => [group, `Journey: ${name}`]),
);
const lists: Record<string, string> = {
  students: 'All students',
  alumni: 'All alumni',
  classes: 'All classes',
  ...Object.fromEntries(Object.entries(groups).map(([group, name]) => [`journey ${group}`, name])),
};

/** Subjects that stand for the whole of something. */
const wholes: Record<string, string> = {
  people: 'People',
  classes: 'Classes',
  meetings: 'Meetings',
  mails: 'Mails',
  texts: 'Texts',
  portal: 'The portal',
  audit: 'The audit log',
};

function describeSubject(subject: string, named: Names): AuditEntry['subject'] {
  const at = subject.indexOf(':');
  const [what, key] = at < 0 ? [subject, ''] : [subject.slice(0, at), subject.slice(at + 1)];
  const id = Number(key);
  const plain = (name: string) => ({ name, personId: null, classId: null });
  if (what === 'person') {
    const name = named.people.get(id);
    return { ...plain(name ?? `Person ${key}`), personId: name === undefined ? null : id };
  }
  if (what === 'class') {
    const found = named.classes.get(id);
    const classId = found && !found.isDeleted ? id : null;
    return { ...plain(found ? `Class of ${found.name}` : `Class ${key}`), classId };
  }
  const owner = named.owners.get(subject);
  if (owner) return { ...plain(owner.name), personId: owner.personId };
  if (what === 'list') return plain(lists[key] ?? subject);
  if (what === 'journey') return plain(groups[key] ?? subject);
  if (what === 'problem' || what === 'problems') return plain(nameProblems(what, key));
  if (what === 'call') return plain(key);
  if (what === 'token') return plain(`A link (${key})`);
  if (what === 'browser') return plain(`A code (${key})`);
  if (what === 'job') return plain(`Job ${key.slice(0, 8)}`);
  if (what === 'closed-dates') return plain('Days without classes');
  return plain(wholes[subject] ?? subject);
}

/** `problems:undelivered-texts`, or one of them with its key. */
function nameProblems(what: 'problem' | 'problems', kindAndKey: string): string {
  const [kind = ''] = kindAndKey.split(' ');
  return `${what === 'problem' ? 'A problem' : 'All problems'}: ${kind.replaceAll('-', ' ')}`;
}

async function findNames(database: Database, rows: Row[]): Promise<Names> {
  const subjects = rows.map(({ subject }) => subject);
  const values = rows.flatMap(({ before, after }) => [before, after]);
  const [owners, classNames] = await Promise.all([
    findOwners(database, subjects),
    findClassNames(database, [...idsOf('class', subjects), ...classesIn(values)]),
  ]);
  const ownerIds = [...owners.values()].map(({ personId }) => personId);
  const actorIds = rows.map(({ actorId }) => actorId);
  const ids = [...actorIds, ...ownerIds, ...idsOf('person', subjects), ...peopleIn(values)];
  const names = await findPeopleNames(database, ids);
  const withNames = [...owners].map(([subject, { personId, what }]) => {
    const name = personId === null ? what : `${names.get(personId) ?? 'Somebody'}, ${what}`;
    return [subject, { personId, name }] as const;
  });
  return { people: names, classes: classNames, owners: new Map(withNames) };
}

/** The numbers of subjects such as `class:7`. */
function idsOf(what: string, subjects: string[]): number[] {
  const pattern = new RegExp(`^${what}:(\\d{1,9})$`);
  return subjects.flatMap((subject) => pattern.exec(subject)?.[1] ?? []).map(Number);
}

export async function findPeopleNames(
  database: Database,
  ids: (number | null)[],
): Promise<Map<number, string>> {
  const wanted = new Set(ids.filter((id) => id !== null));
  if (wanted.size === 0) return new Map();
  const { id, firstName, lastName } = people;
  const found = await database
    .select({ id, firstName, lastName })
    .from(people)
    .where(inArray(id, [...wanted]));
  return new Map(found.map((one) => [one.id, `${one.firstName} ${one.lastName}`]));
}

export async function findClassNames(database: Database, ids: number[]): Promise<Names['classes']> {
  if (ids.length === 0) return new Map();
  const { id, startsAt, deletedAt } = classes;
  const found = await database
    .select({ id, startsAt, deletedAt })
    .from(classes)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(
    found.map((one) => [
      one.id,
      { name: showInstant(one.startsAt), isDeleted: one.deletedAt !== null },
    ]),
  );
}

const showInstant = (instant: Date) => `${formatCompactDate(instant)}, ${formatTime(instant)}`;

async function findOwners(database: Database, subjects: string[]) {
  const ofRegistrations = idsOf('registration', subjects);
  const ofRetreats = idsOf('retreat-registration', subjects);
  const owners = new Map<string, { personId: number | null; what: string }>();
  if (ofRegistrations.length > 0) {
    const found = await database
      .select({
        id: registrations.id,
        personId: registrations.studentId,
        classNumber: registrations.classNumber,
      })
      .from(registrations)
      .where(inArray(registrations.id, ofRegistrations));
    for (const { id, personId, classNumber } of found) {
      owners.set(`registration:${id}`, { personId, what: `class ${classNumber}` });
    }
  }
  if (ofRetreats.length > 0) {
    const found = await database
      .select({ id: retreatRegistrations.id, personId: retreatRegistrations.personId })
      .from(retreatRegistrations)
      .where(inArray(retreatRegistrations.id, ofRetreats));
    for (const { id, personId } of found) {
      owners.set(`retreat-registration:${id}`, { personId, what: `retreat registration ${id}` });
    }
  }
  return owners;
}
