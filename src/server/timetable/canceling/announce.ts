import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { announcementTime, undoEnd } from '../../../course/canceling.ts';
import type { Transaction } from '../../database/connect.ts';
import { findRow, lockRow, updateRows } from '../../database/rows.ts';
import { classCancellations, classes, registrations } from '../../database/schema.ts';
import { defineJob, handle } from '../../jobs/define-job.ts';
import { TryLater } from '../../jobs/outcomes.ts';
import { enqueueMeetingSync } from '../../meetings/index.ts';
import type { Services } from '../../platform/services.ts';
import { classCanceled } from './cancellation-messages.ts';
import { listOthers } from './queries.ts';

interface Canceled {
  cancellationId: number;
}

const options = { keyOf: ({ cancellationId }: Canceled) => `cancellation ${cancellationId}` };
export const announceCancellationJob = defineJob<Canceled>('announce-cancellation', options);
export const removeMeetingsJob = defineJob<Canceled>('remove-canceled-meetings', options);

/** Jobs check the clock again after at most this long, because the demo can move its clock forward. */
const maxDelaySeconds = 60;

export const cancellationJobHandlers = ({ database, clock, queue }: Services) => [
  // Queue the messages once they are due. Lock the cancellation, so that it can't be undone at the same time.
  handle(announceCancellationJob, ({ cancellationId }) =>
    database.transaction(async (transaction) => {
      const now = clock.now();
      const whereIt = eq(classCancellations.id, cancellationId);
      const cancellation = await lockRow(transaction, classCancellations, whereIt, 'update');
      if (!cancellation || cancellation.announcedAt) return;
      const suspended = await transaction
        .select({ personId: registrations.studentId, classId: registrations.classId })
        .from(registrations)
        .where(and(eq(registrations.suspendedBy, cancellationId), isNull(registrations.endedAt)));
      // Include restored classes with registrations that stayed suspended because the student has another class that
      // week.
      const classIds = suspended.map(({ classId }) => classId);
      const affected = await listClasses(transaction, cancellationId, classIds);
      const [first] = affected;
      if (!first) return;
      waitUntil(announcementTime(cancellation.canceledAt, first.startsAt), now);
      const canceled = affected.filter((one) => one.cancellationId === cancellationId);
      const canceledIds = canceled.map(({ id }) => id);
      const others = await listOthers(transaction, canceledIds);
      const recipients = new Set([...suspended, ...others].map(({ personId }) => personId));
      recipients.delete(cancellation.canceledBy);
      const notices = [...recipients].map((personId) => ({ personId, cancellationId }));
      await classCanceled.send(queue, transaction, notices);
      await updateRows(transaction, classCancellations, whereIt, { announcedAt: now });
    }),
  ),

  // We keep the meetings until the cancellation can no longer be undone, so that links still work after an undo.
  handle(removeMeetingsJob, ({ cancellationId }) =>
    database.transaction(async (transaction) => {
      const cancellation = await findRow(transaction, classCancellations, { id: cancellationId });
      if (!cancellation) return;
      waitUntil(undoEnd(cancellation.canceledAt), clock.now());
      for (const { id } of await listClasses(transaction, cancellationId)) {
        await enqueueMeetingSync(queue, transaction, id);
      }
    }),
  ),
];

function waitUntil(instant: Date, now: Date): void {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  if (seconds <= 0) return;
  throw new TryLater(Math.min(seconds, maxDelaySeconds), 'the cancellation can still be undone');
}

function listClasses(transaction: Transaction, cancellationId: number, otherIds: number[] = []) {
  const { id, startsAt } = classes;
  return transaction
    .select({ id, startsAt, cancellationId: classes.cancellationId })
    .from(classes)
    .where(or(eq(classes.cancellationId, cancellationId), inArray(id, otherIds)))
    .orderBy(asc(startsAt));
}
