import type { Transaction } from '../database/connect.ts';
import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';

export interface Seat {
  personId: number;
  classId: number;
}

/** Retries for about two days. After that, the nightly comparison with Zoom still finds differences. */
const syncOptions = { tries: 60 };

/** Creates, updates or removes a meeting to match the class. */
export const syncMeetingJob = defineJob<{ classId: number }>('sync-meeting', {
  ...syncOptions,
  keyOf: ({ classId }) => `class ${classId}`,
});

/** Registers one person in Zoom or removes them, to match the database. */
export const syncRegistrantJob = defineJob<Seat>('sync-registrant', {
  ...syncOptions,
  keyOf: ({ personId, classId }) => `person ${personId} in class ${classId}`,
});

/** Removes a meeting that has a class's marker but isn't the one that the class uses. */
export const removeStrayMeetingJob = defineJob<{
  classId: number;
  meetingId: string;
  host: string;
}>('remove-stray', { keyOf: ({ meetingId }) => `meeting ${meetingId}` });

/**
 * Compares a class's registrants with those in Zoom. `isConfirmed` is set if an admin has checked them and pressed
 * Retry.
 */
export const checkRegistrantsJob = defineJob<{ classId: number; isConfirmed?: boolean }>(
  'check-registrants',
  { keyOf: ({ classId, isConfirmed }) => `class ${classId}${isConfirmed ? ', confirmed' : ''}` },
);

/** Finds changes that we missed or that someone made directly in Zoom. */
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
 * Call this for every class that a person joins or leaves. The job then checks in the database whether to register or
 * remove the person. `afterSeconds` keeps the registrant until the person can no longer undo the change, and `leavesWaiting` respects
 * that delay.
 */
export async function enqueueRegistrantSync(
  queue: Queue,
  transaction: Transaction,
  seats: Seat[],
  options?: { afterSeconds?: number; leavesWaiting?: boolean },
): Promise<void> {
  const ids = seats.map(({ personId, classId }) => ({ personId, classId }));
  await queue.addAll(transaction, syncRegistrantJob, ids, options);
}
