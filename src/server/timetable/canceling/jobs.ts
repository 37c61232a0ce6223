import { defineJob } from '../../jobs/define-job.ts';

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
