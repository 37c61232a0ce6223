import { and, asc, gt, gte, inArray, lt } from 'drizzle-orm';
import type { cancellationCalls } from '../../contract/cancellations.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { canCancelClass } from '../../course/cancelling.ts';
import { closedWindow } from '../../course/closed-dates.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { nextSequence } from '../calendar/index.ts';
import type { Transaction } from '../database/connect.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { classCancellations, classes, closedDates, registrations } from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import { enqueueMeetingSync } from '../meetings/index.ts';
import { type Actor, recordAudit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { planReminders } from '../reminders/index.ts';
import { lockClosedDates } from './closed-dates.ts';
import { announceCancellationJob } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;
type Class = typeof classes.$inferSelect;

/** Cancels these classes, all or none. Answers the id of the cancellation. */
export function cancelClasses(
  services: Deps,
  actor: Actor,
  { classIds, reason }: BodyOf<typeof cancellationCalls.cancelClasses>,
): Promise<number> {
  const now = services.clock.now();
  return services.database.transaction(async (transaction) => {
    const cancellationId = await insertCancellation(transaction, actor, reason, now);
    const ids = [...new Set(classIds)];
    const locked = await transaction
      .select()
      .from(classes)
      .where(inArray(classes.id, ids))
      .orderBy(asc(classes.id))
      .for('update');
    if (locked.length < ids.length) throw new DomainError('not-found');
    for (const courseClass of locked) refuseCancellation(courseClass, now);
    await cancelLocked(services, transaction, actor, { cancellationId, reason, locked, now });
    return cancellationId;
  });
}

function refuseCancellation({ deletedAt, cancellationId, startsAt }: Class, now: Date) {
  if (deletedAt) throw new DomainError('class-deleted');
  if (cancellationId) throw new DomainError('class-cancelled');
  if (!canCancelClass(startsAt, now)) throw new DomainError('class-begun');
}

/**
 * Keeps days free of classes, and cancels those that there are. Nobody adds a class there meanwhile, or moves one
 * there; a class that has begun is left alone.
 */
export function closeDates(
  services: Deps,
  actor: Actor,
  range: BodyOf<typeof cancellationCalls.closeDates>,
) {
  const now = services.clock.now();
  refuseRange(range, now);
  const { name } = range;
  return services.database.transaction(async (transaction) => {
    await lockClosedDates(transaction, 'exclusive');
    const cancellationId = await insertCancellation(transaction, actor, name, now);
    const locked = await transaction
      .select()
      .from(classes)
      .where(whereInRange(range, now))
      .orderBy(asc(classes.id))
      .for('update');
    await cancelLocked(services, transaction, actor, { cancellationId, reason: name, locked, now });
    const [closed] = await transaction
      .insert(closedDates)
      .values({ ...range, cancellationId, createdAt: now, createdBy: actor.id })
      .returning();
    if (!closed) throw new Error('the closed dates were not returned');
    await recordAudit(transaction, {
      at: now,
      actorId: actor.id,
      action: 'dates: closed',
      subject: `closed-dates:${closed.id}`,
      after: { ...range, classes: locked.map(({ id }) => id) },
      ip: actor.ip,
    });
    return closed;
  });
}

export function refuseRange(
  { firstDate, lastDate }: { firstDate: string; lastDate: string },
  now: Date,
): void {
  if (firstDate < pacificDate(now)) throw new DomainError('class-date-past');
  if (lastDate < firstDate) throw new DomainError('closed-dates-order');
}

/** The classes to come on these days. */
export function whereInRange(range: { firstDate: string; lastDate: string }, now: Date) {
  const { start, end } = closedWindow(range);
  return and(
    isStanding,
    gte(classes.startsAt, start),
    lt(classes.startsAt, end),
    gt(classes.startsAt, now),
  );
}

/** First of all: it points at whoever cancels, and people are locked before classes. */
async function insertCancellation(
  transaction: Transaction,
  actor: Actor,
  reason: string,
  now: Date,
): Promise<number> {
  const [made] = await transaction
    .insert(classCancellations)
    .values({ reason, cancelledAt: now, cancelledBy: actor.id })
    .returning({ id: classCancellations.id });
  if (!made) throw new Error('the new cancellation was not returned');
  return made.id;
}

interface Cancellation {
  cancellationId: number;
  reason: string;
  locked: Class[];
  now: Date;
}

/** Whoever is registered waits from now on; a place in the meeting goes with the meeting. */
async function cancelLocked(
  { queue }: Deps,
  transaction: Transaction,
  actor: Actor,
  { cancellationId, reason, locked, now }: Cancellation,
): Promise<void> {
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return;
  const whereIn = and(inArray(registrations.classId, ids), hasPlace);
  const waiting = await lockRegistrations(transaction, whereIn);
  await transaction.update(classes).set({ cancellationId }).where(inArray(classes.id, ids));
  const changed = await transaction
    .update(registrations)
    .set({ cancellationId, calendarSequence: nextSequence })
    .where(whereIn)
    .returning({ classId: registrations.classId });
  await planReminders(transaction, waiting, now);
  const entries = locked.map(({ id, startsAt }) => ({
    at: now,
    actorId: actor.id,
    action: 'class: cancelled' as const,
    subject: `class:${id}`,
    before: { startsAt: startsAt.toISOString() },
    after: { reason, registered: changed.filter(({ classId }) => classId === id).length },
    ip: actor.ip,
  }));
  await recordAudit(transaction, ...entries);
  for (const id of ids) await enqueueMeetingSync(queue, transaction, id);
  await queue.add(transaction, announceCancellationJob, { cancellationId });
}
