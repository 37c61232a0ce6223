import { and, eq, gt, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import { EARLIEST_START_DATE, WAITING_LIST_CLOSES_MS } from '../../../course/course.ts';
import { findEnding, findPlaceProblem, holdUntil } from '../../../course/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { classes, people, waitingList } from '../../database/schema.ts';
import { unheldPlaces } from '../../database/standing.ts';
import { handle } from '../../jobs/define-job.ts';
import type { Services } from '../../platform/services.ts';
import { selectHeldClasses } from '../queries.ts';
import { advanceLineJob, changeTurn, isOpen, type Turn } from './turns.ts';

export const waitingListJobHandlers = (services: Services) => [
  handle(advanceLineJob, ({ classId }) =>
    services.database.transaction((transaction) => advanceLine(services, transaction, classId)),
  ),
];

/** Catches expired offers, changed classes, and free places for which no job was queued. */
export function checkLines({ database, clock, queue }: Services): Promise<void> {
  const now = clock.now();
  const closing = new Date(now.getTime() + WAITING_LIST_CLOSES_MS);
  return database.transaction(async (transaction) => {
    const lines = await transaction
      .selectDistinct({ classId: waitingList.classId })
      .from(waitingList)
      .innerJoin(classes, eq(classes.id, waitingList.classId))
      .where(
        and(
          isOpen,
          or(
            ...[lte(waitingList.offerExpiresAt, now), lte(waitingList.startsAt, closing)],
            ...[ne(waitingList.startsAt, classes.startsAt), isNotNull(classes.cancellationId)],
            gt(unheldPlaces, 0),
          ),
        ),
      );
    // Leave a job that waits until a move can no longer be undone.
    await queue.addAll(transaction, advanceLineJob, lines, { leavesWaiting: true });
  });
}

/** Ends turns that are over, and offers free places to those who have waited longest. Idempotent. */
async function advanceLine(services: Services, transaction: Transaction, classId: number) {
  const { clock, queue, settings } = services;
  const now = clock.now();
  const courseClass = await lockClassWithLine(transaction, classId);
  const line = await transaction
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.classId, classId), isOpen))
    .orderBy(waitingList.id)
    .for('update');
  if (!courseClass) return;
  const stays: Turn[] = [];
  for (const turn of line) {
    const status = findEnding(turn, courseClass, now);
    if (status) await changeTurn(queue, transaction, turn, { set: { status }, now });
    else stays.push(turn);
  }
  let free = courseClass.cancellationId ? 0 : await countFree(transaction, classId);
  for (const turn of stays.toSorted((a, b) => a.position - b.position)) {
    if (free <= 0) return;
    if (turn.status === 'offered') continue;
    const isFitting = await fits(services, transaction, turn, courseClass);
    const set = isFitting
      ? offerOf(turn, settings.waitingListMinutes, now)
      : { status: 'ruled-out' as const };
    await changeTurn(queue, transaction, turn, { set, now });
    if (isFitting) free -= 1;
  }
}

export function offerOf({ startsAt }: Turn, minutes: number, now: Date) {
  const offerExpiresAt = holdUntil(startsAt, minutes, now);
  return { status: 'offered', offeredAt: now, offerExpiresAt } as const;
}

/** Also keeps anyone else from taking or offering a place. */
export async function lockClassWithLine(transaction: Transaction, classId: number) {
  const { id, startsAt, classType, deletedAt, cancellationId } = classes;
  // Until we announce a cancellation, it can be undone.
  const isGone = sql<boolean>`${deletedAt} is not null or exists (select from class_cancellations canceled
    where canceled.id = ${cancellationId} and announced_at is not null)`;
  const [locked] = await transaction
    .select({ id, startsAt, classType, cancellationId, isGone })
    .from(classes)
    .where(eq(id, classId))
    .for('no key update');
  return locked;
}

/** Call this once the class is locked. */
export async function countFree(transaction: Transaction, classId: number): Promise<number> {
  const [found] = await transaction
    .select({ unheldPlaces })
    .from(classes)
    .where(eq(classes.id, classId));
  return found?.unheldPlaces ?? Number.POSITIVE_INFINITY;
}

/** Doesn't lock the student: if their schedule changes at the same time, taking the place is refused. */
async function fits(
  { clock, settings }: Services,
  transaction: Transaction,
  { personId, classNumber }: Turn,
  courseClass: Parameters<typeof findPlaceProblem>[0],
): Promise<boolean> {
  const [person] = await transaction.select().from(people).where(eq(people.id, personId));
  if (person?.role !== 'student' || person.deactivatedAt) return false;
  const registrations = await selectHeldClasses(transaction, personId);
  const progress = { startDate: person.startDate ?? EARLIEST_START_DATE, registrations };
  const rules = { firstClass: settings.site.firstClass, now: clock.now() };
  return findPlaceProblem(courseClass, progress, classNumber, rules) === null;
}
