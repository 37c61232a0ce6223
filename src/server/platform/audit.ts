import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { auditLog, classes, registrations } from '../database/schema.ts';

/** Who acts, and from which IP address. */
export interface Actor {
  id: number;
  ip: string;
}

type Entry = typeof auditLog.$inferInsert;

/** The same where it may also be the operator, the portal itself, or a visitor who is not signed in: they have no id. */
export interface AuditedActor {
  id: number | null;
  ip: string | null;
  via?: Entry['via'];
}

export const commandLineActor: AuditedActor = { id: null, ip: null, via: 'command line' };

/**
 * What was done to whom. The first of registration, retreat registration, person and class is the subject; the person
 * and the class have the entry in their history. What concerns none of them has a subject of its own: `list:students`.
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

/** Runs what somebody asks for, with this noted in each of its entries. */
export function actVia<Result>(via: Entry['via'], act: () => Result): Result {
  return currentWay.run(via, act);
}

/** Writes who did what to whom. Rows are never changed; the database refuses it. */
export function audit(
  database: Database | Transaction,
  actor: AuditedActor,
  at: Date,
  action: AuditAction,
  facts: AuditFacts,
): Promise<void> {
  return auditAll(database, actor, at, action, [facts]);
}

/** One entry for each of several things that one action was done to. */
export async function auditAll(
  database: Database | Transaction,
  { id, ip, via = currentWay.getStore() }: AuditedActor,
  at: Date,
  action: AuditAction,
  all: AuditFacts[],
): Promise<void> {
  if (all.length === 0) return;
  const who = { at, actorId: id, action, ip, via };
  await database.insert(auditLog).values(all.map((facts) => ({ ...who, ...columnsOf(facts) })));
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

/** Those who wait because the class itself was cancelled are still in it; those whose place staff gave up are not. */
function selectClassNumbers(classId: number) {
  const { studentId, classNumber, suspendedBy, endedAt } = registrations;
  return sql`(select jsonb_object_agg(${studentId}, ${classNumber})
    from ${registrations} join ${classes} on ${classes.id} = ${registrations.classId}
    where ${classes.id} = ${classId} and ${endedAt} is null
      and coalesce(${suspendedBy} = ${classes.cancellationId}, ${suspendedBy} is null))`;
}
