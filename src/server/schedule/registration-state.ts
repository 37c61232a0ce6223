import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../contract/audit-actions.ts';
import { hasStarted, isPast } from '../../course/class-state.ts';
import { choiceMailTime } from '../../course/slot-choice.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import { sendTogether, type Transaction } from '../database/connect.ts';
import { columnsOf, prepareSql } from '../database/prepared.ts';
import { outdateProgress } from '../database/progress.ts';
import { updateRows } from '../database/rows.ts';
import { changedStudents, classes, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import { enqueueRegistrantSync } from '../meetings/index.ts';
import { type AuditedActor, audit } from '../platform/audit.ts';
import { planFirstReminders, planReminders } from '../reminders/index.ts';
import { settleRequests } from './waiting-list/turns.ts';

/**
 * Only this module writes registrations. Registering, moving, suspending, restoring and ending also update the calendar
 * sequence, the Zoom registrations, the reminders and the waiting lists. Callers check the rules, lock people, classes
 * and registrations in that order (see docs/decisions/005-database-and-locks.md), and send emails. Callers also write
 * the audit log, except for moves.
 */

/**
 * Turns a unique index or trigger violation into a domain error. A violation means that a concurrent change to the
 * student or class came first.
 */
export const toRegistrationConflict = (
  errorFor: (problem: 'week-taken' | 'class-number-taken' | 'gone' | 'full') => Error,
) =>
  toConflictError({
    registrations_one_per_week: () => errorFor('week-taken'),
    registrations_one_per_class_number: () => errorFor('class-number-taken'),
    registrations_not_in_canceled_class: () => errorFor('gone'),
    registrations_within_places: () => errorFor('full'),
  });

interface NewPlace {
  personId: number;
  classId: number;
  classNumber: number;
  pacificWeek: string;
  startsAt: Date;
}

const insert = prepareSql(sql`
  with registered as (insert into ${registrations} (student_id, class_id, class_number, pacific_week, is_overbooked,
    created_at, choice_mail_due_at)
  select made.*, ${sql.placeholder('now')}::timestamptz, ${sql.placeholder('choiceMailDueAt')}::timestamptz
  from unnest(${sql.placeholder('personId')}::int[], ${sql.placeholder('classId')}::int[],
    ${sql.placeholder('classNumber')}::int[], ${sql.placeholder('pacificWeek')}::date[],
    ${sql.placeholder('isOverbooked')}::boolean[]) as made
  returning student_id)
  insert into ${changedStudents} select student_id from registered`);

/** Past classes are allowed, because imports include them. */
export async function register(
  queue: Queue,
  transaction: Transaction,
  places: NewPlace[],
  options: Pick<Move, 'now' | 'isOverbooked'> & {
    actor?: AuditedActor;
    choiceMailDueAt?: Date | undefined;
  },
): Promise<void> {
  if (places.length === 0) return;
  const { now, actor, choiceMailDueAt = null, isOverbooked = false } = options;
  const inserted = {
    ...columnsOf(places, ['personId', 'classId', 'classNumber', 'pacificWeek']),
    isOverbooked: places.map(({ startsAt }) => isOverbooked || hasStarted(startsAt, now)),
    ...{ now, choiceMailDueAt },
  };
  const ahead = places.filter(({ startsAt }) => !isPast(startsAt, now));
  await sendTogether(
    () => insert(transaction, inserted),
    () => enqueueRegistrantSync(queue, transaction, ahead),
    () => planFirstReminders(transaction, ahead, now),
    () => settleRequests({ queue, now, actor }, transaction, places, actor?.id),
  );
}

export interface Move {
  registrationId: number;
  studentId: number;
  fromClassId: number;
  to: { id: number; pacificWeek: string };
  actor: AuditedActor;
  action: AuditAction;
  why?: object;
  isRescheduled: boolean;
  now: Date;
  /** Set if the student may join a full class. */
  isOverbooked?: boolean | undefined;
  /**
   * For a move back to an earlier class: when the registration left that class. We send reminders that came due since
   * then.
   */
  since?: Date | undefined;
  /** How long the student stays registered for the old class in Zoom, in case they undo the move. */
  heldSeconds?: number | undefined;
  /** Who picked the new time, which settles the student's request for another one. */
  answeredBy?: number;
}

export async function move(queue: Queue, transaction: Transaction, made: Move) {
  const { registrationId, studentId, fromClassId, to, isRescheduled, now, since, why } = made;
  const isOverbooked = mayOverbook(made.isOverbooked, sql`${to.id}`, now);
  const [moved] = await change(queue, transaction, eq(registrations.id, registrationId), {
    set: {
      ...{ classId: to.id, pacificWeek: to.pacificWeek },
      ...{ isRescheduled, isOverbooked, suspendedBy: null },
      choiceMailDueAt: sql`case when ${registrations.suspendedBy} is null then ${registrations.choiceMailDueAt}
        else ${laterChoiceMail(now)} end`,
    },
    ...{ now, since },
  });
  const oldSeat = { personId: studentId, classId: fromClassId };
  await enqueueRegistrantSync(queue, transaction, [oldSeat], { afterSeconds: made.heldSeconds });
  if (!moved) throw new Error(`registration ${registrationId} was not found`);
  const { classNumber } = moved;
  await audit(transaction, made.actor, now, made.action, {
    registration: registrationId,
    person: studentId,
    class: to.id,
    before: { registrationId, classNumber, classId: fromClassId },
    after: { registrationId, classNumber, classId: to.id, ...why },
  });
  const got = { personId: studentId, classId: to.id, classNumber };
  await settleRequests({ queue, now, actor: made.actor }, transaction, [got], made.answeredBy);
  return moved;
}

/** Suspended registrations keep their class numbers until they are restored or the student picks a new time. */
export function suspend(
  queue: Queue,
  transaction: Transaction,
  ids: number[],
  by: { cancellationId: number; now: Date; keepsSeats?: boolean },
) {
  const { cancellationId: suspendedBy, ...follow } = by;
  const set = { suspendedBy };
  return change(queue, transaction, inArray(registrations.id, ids), { set, ...follow });
}

type Restored = { suspendedBy?: number | null } & Pick<Move, 'now' | 'since' | 'isOverbooked'>;

/** Undoes `suspend` or `end`. If `suspendedBy` is set, the restored registrations are suspended. */
export function restore(
  queue: Queue,
  transaction: Transaction,
  ids: number[],
  { suspendedBy = null, isOverbooked: isAllowed, ...follow }: Restored,
) {
  const isOverbooked = mayOverbook(isAllowed, sql`${registrations.classId}`, follow.now);
  const set = {
    ...{ suspendedBy, isOverbooked, endedAt: null, endedBy: null, endReason: null },
    choiceMailDueAt: laterChoiceMail(follow.now),
  };
  return change(queue, transaction, inArray(registrations.id, ids), { set, ...follow });
}

export function end(
  queue: Queue,
  transaction: Transaction,
  ids: number[],
  { now, ...why }: { endedBy: number | null; endReason: string; clearingId?: number; now: Date },
) {
  const set = { endedAt: now, choiceMailDueAt: null, ...why };
  return change(queue, transaction, inArray(registrations.id, ids), { set, now });
}

/** Call this after moving the class itself. The Zoom meeting moves with the class, so the join links don't change. */
export async function followClass(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  now: Date,
): Promise<void> {
  const which = and(eq(registrations.classId, classId), hasPlace);
  await change(queue, transaction, which, { set: {}, now, keepsSeats: true });
}

/** Returns the registrations. */
export function markChoicesAsSent(transaction: Transaction, which: SQL | undefined) {
  const { id, studentId } = registrations;
  const locked = transaction.select({ id }).from(registrations).where(which).orderBy(id);
  const isLocked = inArray(id, locked.for('no key update'));
  return updateRows(transaction, registrations, isLocked, { choiceMailDueAt: null }).returning({
    ...{ id, studentId },
  });
}

/** Leaves time for an email about the change, which replaces the one about choosing the class. */
function laterChoiceMail(now: Date): SQL {
  const due = registrations.choiceMailDueAt;
  return sql`case when ${due} is not null then ${choiceMailTime(now).toISOString()}::timestamptz end`;
}

/** Classes that have started are never full, because their registrations only record what happened. */
function mayOverbook(isAllowed = false, classId: SQL, now: Date): SQL {
  return sql`(${isAllowed} or exists (select from ${classes}
    where ${classes.id} = ${classId} and ${classes.startsAt} <= ${now.toISOString()}::timestamptz))`;
}

interface Change {
  set: PgUpdateSetSource<typeof registrations>;
  now: Date;
  since?: Date | undefined;
  keepsSeats?: boolean;
}

async function change(
  queue: Queue,
  transaction: Transaction,
  which: SQL | undefined,
  { set, now, since, keepsSeats = false }: Change,
) {
  const changed = await transaction
    .update(registrations)
    .set({ ...set, calendarSequence: sql`${registrations.calendarSequence} + 1` })
    .where(which)
    .returning({
      id: registrations.id,
      personId: registrations.studentId,
      classId: registrations.classId,
      classNumber: registrations.classNumber,
      sequence: registrations.calendarSequence,
    });
  const ids = changed.map(({ id }) => id);
  await outdateProgress(transaction, inArray(registrations.id, ids));
  await planReminders(transaction, ids, now, { since });
  if (!keepsSeats) await enqueueRegistrantSync(queue, transaction, changed);
  return changed;
}
