import type { Transaction } from '../database/connect.ts';
import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';
import type { AddOptions, Queue } from '../jobs/queue.ts';

export interface Seat {
  personId: number;
  classId: number;
}

/**
 * With this many tries, a job retries for about two days. After that, the nightly comparison with Zoom still finds
 * differences.
 */
const syncOptions = { tries: 60 };

export const syncMeetingJob = defineJob<{ classId: number }>('sync-meeting', {
  ...syncOptions,
  keyOf: ({ classId }) => `class ${classId}`,
});

export const syncRegistrantJob = defineJob<Seat>('sync-registrant', {
  ...syncOptions,
  keyOf: ({ personId, classId }) => `person ${personId} in class ${classId}`,
});

/** A stray meeting has a class's marker but isn't the one that the class uses. */
export const removeStrayMeetingJob = defineJob<{
  classId: number;
  meetingId: string;
  host: string;
}>('remove-stray-meeting', { keyOf: ({ meetingId }) => `meeting ${meetingId}` });

/** `isConfirmed` is set if an admin has checked the registrants in Zoom and pressed Retry. */
export const checkRegistrantsJob = defineJob<{ classId: number; isConfirmed?: boolean }>(
  'check-registrants',
  { keyOf: ({ classId, isConfirmed }) => `class ${classId}${isConfirmed ? ', confirmed' : ''}` },
);

export const reconcileMeetingsJob = defineRecurringJob('reconcile-meetings', '30 2 * * *');

export const heldJobs = [
  syncMeetingJob,
  syncRegistrantJob,
  removeStrayMeetingJob,
  checkRegistrantsJob,
  reconcileMeetingsJob,
];

export async function enqueueMeetingSync(queue: Queue, transaction: Transaction, classId: number) {
  await queue.add(transaction, syncMeetingJob, { classId });
}

/**
 * A job with a delay sends no notification, so no worker competes with the request that adds it. The workers find it
 * within two seconds, together with the jobs of others.
 */
const gatherSeconds = 0.1;

/**
 * Call this for every class that a person joins or leaves. The job decides whether to register or remove them.
 * `afterSeconds` keeps them registered while they can still undo the change, and is 0 if they are waiting for their
 * link. `leavesWaiting` keeps a job that is already waiting, along with its delay.
 */
export async function enqueueRegistrantSync(
  queue: Queue,
  transaction: Transaction,
  seats: Seat[],
  { afterSeconds = gatherSeconds, ...options }: AddOptions = {},
): Promise<void> {
  const ids = seats.map(({ personId, classId }) => ({ personId, classId }));
  await queue.addAll(transaction, syncRegistrantJob, ids, { afterSeconds, ...options });
}
