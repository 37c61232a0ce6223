import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { isStaff } from '../../../course/roles.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockPeople, lockRegistrations } from '../../database/lock-order.ts';
import { lockRow, match } from '../../database/rows.ts';
import { classes, people, registrations } from '../../database/schema.ts';
import { leaveMeetings, whereUpcoming } from '../../meetings/index.ts';
import { deleteDeadJobsOf } from '../../messages/undelivered.ts';
import { type AuditedActor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deletePlannedReminders } from '../../reminders/index.ts';
import { lockRetreatMatching } from '../../retreats/index.ts';
import { end, leaveWaitingLists } from '../../schedule/index.ts';

/**
 * Erases a person, but keeps an anonymous row, so that attendance counts stay correct. Staff have to be deactivated
 * first, so that no one can erase themselves or the last active admin. Idempotent.
 */
export async function erasePerson(
  services: Services,
  actor: AuditedActor,
  id: number,
  confirmedEmail: string,
): Promise<void> {
  const { database, clock } = services;
  const { id: actorId } = actor;
  await database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const person = await lockForErasure(transaction, id, actorId);
    if (!person) throw new DomainError('not-found');
    if (person.erasedAt) return;
    if (isStaff(person.role) && !person.deactivatedAt) {
      throw new DomainError('erasure-of-active-staff');
    }
    if (confirmedEmail.trim().toLowerCase() !== person.email.toLowerCase()) {
      throw new DomainError('erasure-not-confirmed');
    }
    const now = clock.now();
    await refuseInstructor(transaction, id, now);
    await endUpcoming(services, transaction, id, actorId);
    await deletePlannedReminders(transaction, id);
    await leaveMeetings(services, transaction, id);
    await deleteDeadJobsOf(transaction, id);
    await eraseOwnMessages(transaction, id);
    await transaction.execute(sql`select erase_person(${id}, ${now.toISOString()}::timestamptz)`);
    await deleteDismissedRetreats(transaction, id);
    await audit(transaction, actor, now, 'person: erased', { person: id });
  });
}

/**
 * Locks the actor too, because ended registrations reference the actor. Locks both rows in order of ID to avoid
 * deadlocks. The person's row needs the strongest lock from the start, because their unique phone number will change,
 * and upgrading the lock later could deadlock.
 */
async function lockForErasure(transaction: Transaction, id: number, actorId: number | null) {
  if (actorId && actorId < id) await lockPeople(transaction, [actorId]);
  const person = await lockRow(transaction, people, { id }, 'update');
  if (actorId && actorId > id) await lockPeople(transaction, [actorId]);
  return person;
}

async function refuseInstructor(transaction: Transaction, id: number, now: Date) {
  const taught = await transaction
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(and(eq(classes.instructorId, id), whereUpcoming(now)))
    .orderBy(classes.startsAt);
  const starts = taught.map(({ startsAt }) => startsAt);
  if (starts.length > 0) throw new DomainError('erasure-of-instructor', { starts });
}

/** Erases messages that went only to this person, because they may contain the person's name. */
async function eraseOwnMessages(transaction: Transaction, id: number) {
  await transaction.execute(
    sql`update broadcasts set subject = 'Erased', body = 'Erased', text_body = null
      where recipients = 1 and subject is not null and id in (
        select (about->>'broadcastId')::int from sent_messages
        where person_id = ${id} and sent_messages.kind = 'broadcast')`,
  );
}

/**
 * Deletes the reasons why staff dismissed this person's retreat problems, because they may contain the person's name.
 */
async function deleteDismissedRetreats(transaction: Transaction, id: number) {
  await transaction.execute(
    sql`delete from dismissed_problems where kind = 'retreats' and key in (
      select 'retreat ' || retreat_registrations.id from retreat_registrations where person_id = ${id})`,
  );
}

async function endUpcoming(
  { clock, queue }: Services,
  transaction: Transaction,
  studentId: number,
  endedBy: number | null,
): Promise<void> {
  const now = clock.now();
  const upcoming = transaction.select({ id: classes.id }).from(classes).where(whereUpcoming(now));
  const ids = await lockRegistrations(
    transaction,
    and(
      match(registrations, { studentId, endedAt: null }),
      or(inArray(registrations.classId, upcoming), isNotNull(registrations.suspendedBy)),
    ),
  );
  await end(queue, transaction, ids, { endedBy, endReason: 'the person was erased', now });
  await leaveWaitingLists({ queue, now, actor: { id: endedBy, ip: null } }, transaction, studentId);
}
