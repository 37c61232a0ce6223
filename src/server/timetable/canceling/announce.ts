import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { announcementTime, undoEnd } from '../../../course/cancelling.ts';
import type { Transaction } from '../../database/connect.ts';
import { classCancellations, classes, registrations } from '../../database/schema.ts';
import { handle } from '../../jobs/define-job.ts';
import { TryLater } from '../../jobs/outcomes.ts';
import { enqueueMeetingSync } from '../../meetings/index.ts';
import type { Services } from '../../platform/services.ts';
import { classCancelled } from './cancellation-messages.ts';
import { announceCancellationJob, removeMeetingsJob } from './jobs.ts';
import { listOthers } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;

/** In short delays, since the demo's clock can be moved. */
const maxDelaySeconds = 60;

export const cancellationJobHandlers = (services: Deps) => [
  announceHandler(services),
  removeMeetingsHandler(services),
];

/** Queues a message to everybody concerned, once it is time. An undo has the row first, or comes after. */
function announceHandler({ database, clock, queue }: Deps) {
  return handle(announceCancellationJob, ({ cancellationId }) =>
    database.transaction(async (transaction) => {
      const now = clock.now();
      const whereIt = eq(classCancellations.id, cancellationId);
      const [cancellation] = await transaction
        .select()
        .from(classCancellations)
        .where(whereIt)
        .for('update');
      if (!cancellation || cancellation.announcedAt) return;
      const waiting = await listWaiting(transaction, cancellationId);
      const concerned = await listClasses(transaction, cancellationId, waiting);
      const [first] = concerned;
      if (!first) return;
      waitUntil(announcementTime(cancellation.cancelledAt, first.startsAt), now);
      const cancelled = concerned.filter((one) => one.cancellationId === cancellationId);
      const others = await listOthers(
        transaction,
        cancelled.map(({ id }) => id),
      );
      const told = new Set([...waiting, ...others].map(({ personId }) => personId));
      // Whoever cancelled it knows.
      told.delete(cancellation.cancelledBy);
      const notices = [...told].map((personId) => ({ personId, cancellationId }));
      await classCancelled.send(queue, transaction, notices);
      await transaction.update(classCancellations).set({ announcedAt: now }).where(whereIt);
    }),
  );
}

/** Also where people were told at once: until it can no longer be undone, the links that they have may be needed again. */
function removeMeetingsHandler({ database, clock, queue }: Deps) {
  return handle(removeMeetingsJob, ({ cancellationId }) =>
    database.transaction(async (transaction) => {
      const [cancellation] = await transaction
        .select()
        .from(classCancellations)
        .where(eq(classCancellations.id, cancellationId));
      if (!cancellation) return;
      waitUntil(undoEnd(cancellation.cancelledAt), clock.now());
      for (const { id } of await listClasses(transaction, cancellationId, [])) {
        await enqueueMeetingSync(queue, transaction, id);
      }
    }),
  );
}

function waitUntil(instant: Date, now: Date): void {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  if (seconds <= 0) return;
  throw new TryLater(Math.min(seconds, maxDelaySeconds), 'It can still be undone.');
}

function listWaiting(transaction: Transaction, cancellationId: number) {
  return transaction
    .select({ personId: registrations.studentId, classId: registrations.classId })
    .from(registrations)
    .where(and(eq(registrations.suspendedBy, cancellationId), isNull(registrations.endedAt)));
}

/** Also those that take place again after all, where somebody found their week taken and waits still. */
function listClasses(
  transaction: Transaction,
  cancellationId: number,
  waiting: { classId: number }[],
) {
  const ids = waiting.map(({ classId }) => classId);
  const { id, startsAt } = classes;
  return transaction
    .select({ id, startsAt, cancellationId: classes.cancellationId })
    .from(classes)
    .where(or(eq(classes.cancellationId, cancellationId), inArray(id, ids)))
    .orderBy(asc(startsAt));
}
