import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { Reader } from '../database/connect.ts';
import { auditLog, classes, registrations } from '../database/schema.ts';

export interface Actor {
  id: number;
  ip: string;
}

type Entry = typeof auditLog.$inferInsert;

/** The ID is null for the command line, the portal itself and visitors. */
export interface AuditedActor {
  id: number | null;
  ip: string | null;
  via?: Entry['via'];
}

export const commandLineActor: AuditedActor = { id: null, ip: null, via: 'command line' };

/**
 * The subject defaults to the first of these that is set: registration, retreat registration, person, class. Name any
 * other subject explicitly, such as `list:students`. The entry appears in the history of the given person and class.
 */
export interface AuditFacts {
  subject?: string;
  registration?: number;
  'retreat-registration'?: number;
  person?: number | null;
  class?: number;
  before?: object | null;
  after?: object | null;
}

const currentWay = new AsyncLocalStorage<Entry['via']>();

export function actVia<Result>(via: Entry['via'], act: () => Result): Result {
  return currentWay.run(via, act);
}

export function audit(
  database: Reader,
  actor: AuditedActor,
  at: Date,
  action: AuditAction,
  facts: AuditFacts,
): Promise<void> {
  return auditAll(database, actor, at, action, [facts]);
}

/** PostgreSQL limits the number of parameters per statement. */
const entriesAtOnce = 200;

export async function auditAll(
  database: Reader,
  { id, ip, via = currentWay.getStore() }: AuditedActor,
  at: Date,
  action: AuditAction,
  all: AuditFacts[],
): Promise<void> {
  const who = { at, actorId: id, action, ip, via };
  for (let from = 0; from < all.length; from += entriesAtOnce) {
    const some = all.slice(from, from + entriesAtOnce);
    await database.insert(auditLog).values(some.map((facts) => ({ ...who, ...columnsOf(facts) })));
  }
}

const subjects = ['registration', 'retreat-registration', 'person', 'class'] as const;

function columnsOf(facts: AuditFacts) {
  const { person: personId, class: classId, before, after } = facts;
  const what = subjects.find((one) => facts[one] !== undefined);
  const subject = facts.subject ?? `${what}:${what && facts[what]}`;
  const isOfClass = classId !== undefined && personId === undefined;
  const classNumbers = isOfClass ? selectClassNumbers(classId) : null;
  return { subject, personId, classId, classNumbers, before, after };
}

/** Includes students who lost their place when the class was canceled, but not students whom staff removed. */
function selectClassNumbers(classId: number) {
  const { studentId, classNumber, suspendedBy, endedAt } = registrations;
  return sql`(select jsonb_object_agg(${studentId}, ${classNumber})
    from ${registrations} join ${classes} on ${classes.id} = ${registrations.classId}
    where ${classes.id} = ${classId} and ${endedAt} is null
      and coalesce(${suspendedBy} = ${classes.cancellationId}, ${suspendedBy} is null))`;
}
