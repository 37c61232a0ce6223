import { and, eq, gt, gte, inArray, lt } from 'drizzle-orm';
import type { cancellationCalls } from '../../../contract/cancellations.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { canCancelClass } from '../../../course/canceling.ts';
import { closedWindow } from '../../../course/closed-dates.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockPeople, lockRegistrations } from '../../database/lock-order.ts';
import { findRow, insertOne, updateRows } from '../../database/rows.ts';
import { classCancellations, classes, closedDates, registrations } from '../../database/schema.ts';
import { hasPlace, isStanding } from '../../database/standing.ts';
import { type Actor, audit, auditAll } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { suspend } from '../../schedule/index.ts';
import { lockClasses } from '../edit-checks.ts';
import { announceCancellationJob, removeMeetingsJob } from './announce.ts';
import { lockClosedDates } from './closed-dates.ts';

type Class = typeof classes.$inferSelect;

/** Cancels all of these classes or none. Idempotent for the same editor and reason. Returns the cancellation's ID. */
export function cancelClasses(
  services: Services,
  actor: Actor,
  { classIds, reason }: BodyOf<typeof cancellationCalls.cancelClasses>,
): Promise<number> {
  const now = services.clock.now();
  return services.database.transaction(async (transaction) => {
    // Inserting the cancellation locks the actor's row, and people are locked before classes.
    await lockPeople(transaction, [actor.id]);
    const ids = [...new Set(classIds)];
    const locked = await lockClasses(transaction, inArray(classes.id, ids));
    if (locked.length < ids.length) throw new DomainError('not-found');
    const known = await findOwnCancellation(transaction, actor, locked, reason);
    if (known) return known;
    for (const { deletedAt, cancellationId, startsAt } of locked) {
      if (deletedAt) throw new DomainError('class-deleted');
      if (cancellationId) throw new DomainError('class-canceled');
      if (!canCancelClass(startsAt, now)) throw new DomainError('class-begun');
    }
    return cancelLocked(services, transaction, actor, locked, reason);
  });
}

async function findOwnCancellation(
  transaction: Transaction,
  actor: Actor,
  locked: Class[],
  reason: string,
): Promise<number | undefined> {
  const [id, ...others] = new Set(locked.map(({ cancellationId }) => cancellationId));
  if (!id || others.length > 0) return undefined;
  const own = { id, canceledBy: actor.id, reason, undoneAt: null };
  const found = await findRow(transaction, classCancellations, own);
  const count = await transaction.$count(classes, eq(classes.cancellationId, id));
  return count === locked.length ? found?.id : undefined;
}

/**
 * Closes these days and cancels the upcoming classes on them. The lock keeps anyone from adding a class on these days,
 * or moving one there, at the same time. Idempotent: a retry keeps the original name.
 */
export function closeDates(
  services: Services,
  actor: Actor,
  range: BodyOf<typeof cancellationCalls.closeDates>,
) {
  const now = services.clock.now();
  refuseRange(range, now);
  return services.database.transaction(async (transaction) => {
    await lockClosedDates(transaction, 'exclusive');
    const { firstDate, lastDate } = range;
    const known = await findRow(transaction, closedDates, { firstDate, lastDate });
    if (known) return known;
    await lockPeople(transaction, [actor.id]);
    const locked = await lockClasses(transaction, whereInRange(range, now));
    const cancellationId = await cancelLocked(services, transaction, actor, locked, range.name);
    const values = { ...range, cancellationId, createdAt: now, createdBy: actor.id };
    const closed = await insertOne(transaction, closedDates, values);
    await audit(transaction, actor, now, 'dates: closed', {
      subject: `closed-dates:${closed.id}`,
      after: { ...range, classes: locked.map(({ id }) => id) },
    });
    return closed;
  });
}

type DateRange = { firstDate: string; lastDate: string };

export function refuseRange({ firstDate, lastDate }: DateRange, now: Date): void {
  if (firstDate < pacificDate(now)) throw new DomainError('class-date-past');
  if (lastDate < firstDate) throw new DomainError('closed-dates-order');
}

export function whereInRange(range: DateRange, now: Date) {
  const { start, end } = closedWindow(range);
  return and(
    isStanding,
    gte(classes.startsAt, start),
    lt(classes.startsAt, end),
    gt(classes.startsAt, now),
  );
}

/**
 * Cancels the classes and suspends all registrations for them. Meetings and join links stay until the cancellation can
 * no longer be undone. The caller must lock the actor and the classes first.
 */
async function cancelLocked(
  { queue, clock }: Services,
  transaction: Transaction,
  actor: Actor,
  locked: Class[],
  reason: string,
): Promise<number> {
  const now = clock.now();
  const values = { reason, canceledAt: now, canceledBy: actor.id };
  const { id: cancellationId } = await insertOne(transaction, classCancellations, values);
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return cancellationId;
  const whereIn = and(inArray(registrations.classId, ids), hasPlace);
  const registrationIds = await lockRegistrations(transaction, whereIn);
  await updateRows(transaction, classes, { id: ids }, { cancellationId });
  const by = { cancellationId, now, keepsSeats: true };
  const suspended = await suspend(queue, transaction, registrationIds, by);
  const entries = locked.map(({ id, startsAt }) => ({
    class: id,
    before: { startsAt: startsAt.toISOString() },
    after: { reason, registered: suspended.filter(({ classId }) => classId === id).length },
  }));
  await auditAll(transaction, actor, now, 'class: canceled', entries);
  await queue.add(transaction, announceCancellationJob, { cancellationId });
  await queue.add(transaction, removeMeetingsJob, { cancellationId });
  return cancellationId;
}
