import { and, asc, eq, gt, gte, inArray, isNull, lt } from 'drizzle-orm';
import type { cancellationCalls } from '../../../contract/cancellations.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { canCancelClass } from '../../../course/cancelling.ts';
import { closedWindow } from '../../../course/closed-dates.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import type { Transaction } from '../../database/connect.ts';
import { insertOne } from '../../database/insert-one.ts';
import { lockPeople, lockRegistrations } from '../../database/lock-order.ts';
import { classCancellations, classes, closedDates, registrations } from '../../database/schema.ts';
import { hasPlace, isStanding } from '../../database/standing.ts';
import { type Actor, audit, auditAll } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { suspend } from '../../schedule/index.ts';
import { lockClosedDates } from './closed-dates.ts';
import { announceCancellationJob, removeMeetingsJob } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;
type Class = typeof classes.$inferSelect;

/** Cancels these classes, all or none. Returns the id of the cancellation: the same one if the answer was lost and the same editor asks again. */
export function cancelClasses(
  services: Deps,
  actor: Actor,
  { classIds, reason }: BodyOf<typeof cancellationCalls.cancelClasses>,
): Promise<number> {
  const now = services.clock.now();
  return services.database.transaction(async (transaction) => {
    // The cancellation will point at the actor, and people are locked before classes.
    await lockPeople(transaction, [actor.id]);
    const ids = [...new Set(classIds)];
    const locked = await transaction
      .select()
      .from(classes)
      .where(inArray(classes.id, ids))
      .orderBy(asc(classes.id))
      .for('update');
    if (locked.length < ids.length) throw new DomainError('not-found');
    const own = await findOwnCancellation(transaction, actor, locked, reason);
    if (own) return own;
    for (const courseClass of locked) refuseCancellation(courseClass, now);
    const cancellationId = await insertCancellation(transaction, actor, reason, now);
    await cancelLocked(services, transaction, actor, { cancellationId, reason, locked, now });
    return cancellationId;
  });
}

/** By the same editor, of the very same classes and for the same reason. */
async function findOwnCancellation(
  transaction: Transaction,
  actor: Actor,
  locked: Class[],
  reason: string,
): Promise<number | undefined> {
  const [id, ...others] = new Set(locked.map(({ cancellationId }) => cancellationId));
  if (!id || others.length > 0) return undefined;
  const [found] = await transaction
    .select({ id: classCancellations.id })
    .from(classCancellations)
    .where(
      and(
        eq(classCancellations.id, id),
        eq(classCancellations.cancelledBy, actor.id),
        eq(classCancellations.reason, reason),
        isNull(classCancellations.undoneAt),
      ),
    );
  const count = await transaction.$count(classes, eq(classes.cancellationId, id));
  return count === locked.length ? found?.id : undefined;
}

function refuseCancellation({ deletedAt, cancellationId, startsAt }: Class, now: Date) {
  if (deletedAt) throw new DomainError('class-deleted');
  if (cancellationId) throw new DomainError('class-cancelled');
  if (!canCancelClass(startsAt, now)) throw new DomainError('class-begun');
}

/**
 * Keeps days free of classes, and cancels those that there are. Nobody adds a class there meanwhile, or moves one
 * there; a class that has begun is left alone. Idempotent: the same days are closed once, under the first name.
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
    const [known] = await transaction
      .select()
      .from(closedDates)
      .where(
        and(eq(closedDates.firstDate, range.firstDate), eq(closedDates.lastDate, range.lastDate)),
      );
    if (known) return known;
    // Before the classes are locked: it points at the actor, and people are locked before classes.
    const cancellationId = await insertCancellation(transaction, actor, name, now);
    const locked = await transaction
      .select()
      .from(classes)
      .where(whereInRange(range, now))
      .orderBy(asc(classes.id))
      .for('update');
    await cancelLocked(services, transaction, actor, { cancellationId, reason: name, locked, now });
    const values = { ...range, cancellationId, createdAt: now, createdBy: actor.id };
    const closed = await insertOne(transaction, closedDates, values);
    await audit(transaction, actor, now, 'dates: closed', {
      subject: `closed-dates:${closed.id}`,
      after: { ...range, classes: locked.map(({ id }) => id) },
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

async function insertCancellation(
  transaction: Transaction,
  actor: Actor,
  reason: string,
  now: Date,
): Promise<number> {
  const values = { reason, cancelledAt: now, cancelledBy: actor.id };
  const made = await insertOne(transaction, classCancellations, values);
  return made.id;
}

interface Cancellation {
  cancellationId: number;
  reason: string;
  locked: Class[];
  now: Date;
}

/** Whoever is registered waits from now on. The meeting and the places in it stay until this can no longer be undone. */
async function cancelLocked(
  { queue }: Deps,
  transaction: Transaction,
  actor: Actor,
  { cancellationId, reason, locked, now }: Cancellation,
): Promise<void> {
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return;
  const whereIn = and(inArray(registrations.classId, ids), hasPlace);
  const waitingIds = await lockRegistrations(transaction, whereIn);
  await transaction.update(classes).set({ cancellationId }).where(inArray(classes.id, ids));
  const by = { cancellationId, now, keepsSeats: true };
  const waiting = await suspend({ queue }, transaction, waitingIds, by);
  const entries = locked.map(({ id, startsAt }) => ({
    class: id,
    before: { startsAt: startsAt.toISOString() },
    after: { reason, registered: waiting.filter(({ classId }) => classId === id).length },
  }));
  await auditAll(transaction, actor, now, 'class: cancelled', entries);
  await queue.add(transaction, announceCancellationJob, { cancellationId });
  await queue.add(transaction, removeMeetingsJob, { cancellationId });
}
