import { defineJob } from '../jobs/define-job.ts';

/** Waits until people are to be told, and queues a message to each. */
export const announceCancellationJob = defineJob<{ cancellationId: number }>(
  'announce-cancellation',
  { keyOf: ({ cancellationId }) => `cancellation ${cancellationId}` },
);

/** Waits until a cancellation can no longer be undone, and has the meetings of its classes removed. */
export const removeMeetingsJob = defineJob<{ cancellationId: number }>(
  'remove-cancelled-meetings',
  { keyOf: ({ cancellationId }) => `cancellation ${cancellationId}` },
);

export interface CancellationNotice {
  personId: number;
  cancellationId: number;
  /** Set where staff had the message sent again. */
  again?: string;
}

/** One job a message, so that a refused text does not send the mail again. */
export const mailCancellationJob = defineJob<CancellationNotice>('mail-class-cancelled');
export const textCancellationJob = defineJob<CancellationNotice>('text-class-cancelled');

/** To somebody who had been told of a cancellation that was undone. */
export interface UndoNotice extends CancellationNotice {
  /** A student's registrations that have their place again; none of other people. */
  registrationIds: number[];
  /** The classes that take place again, for those without a registration. */
  classIds: number[];
}

export const mailUndoJob = defineJob<UndoNotice>('mail-cancellation-undone');
export const textUndoJob = defineJob<UndoNotice>('text-cancellation-undone');
