import type { Transaction } from '../database/connect.ts';
import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';

export interface Seat {
  personId: number;
  classId: number;
}

/** About two days. After that, the nightly reconciliation still finds differences. */
const syncOptions = { tries: 60 };

/** Creates, updates or removes a meeting to match the class's row. */
export const syncMeetingJob = defineJob<{ classId: number }>('sync-meeting', {
  ...syncOptions,
  keyOf: ({ classId }) => `class ${classId}`,
});

/** Adds or removes one person's seat to match the rows. */
export const syncRegistrantJob = defineJob<Seat>('sync-registrant', {
  ...syncOptions,
  keyOf: ({ personId, classId }) => `person ${personId} in class ${classId}`,
});

/** Removes a meeting with a class's marker although the class has another meeting. */
export const removeStrayMeetingJob = defineJob<{
  classId: number;
  meetingId: string;
  host: string;
}>('remove-stray', { keyOf: ({ meetingId }) => `meeting ${meetingId}` });

/** Compares a class's registrants with Zoom's. Confirmed once an admin has checked and pressed Retry. */
export const checkRegistrantsJob = defineJob<{ classId: number; isConfirmed?: boolean }>(
  'check-registrants',
  { keyOf: ({ classId, isConfirmed }) => `class ${classId}${isConfirmed ? ', confirmed' : ''}` },
);

/** Finds what was missed or changed by hand in Zoom. */
export const reconcileMeetingsJob = defineRecurringJob('reconcile-meetings', '30 2 * * *');

/** The jobs that a hold delays. */
export const heldJobs = [
  syncMeetingJob,
  syncRegistrantJob,
  removeStrayMeetingJob,
  checkRegistrantsJob,
  reconcileMeetingsJob,
];

export async function enqueueMeetingSync(
  queue: Queue,
  transaction: Transaction,
  classId: number,
): Promise<void> {
  await queue.add(transaction, syncMeetingJob, { classId });
}

/** Keeps a seat for a while in case the person undoes the change. `enqueueLeftoverSeats` leaves it alone meanwhile. */
export async function enqueueSeatRelease(
  queue: Queue,
  transaction: Transaction,
  { personId, classId }: Seat,
  afterSeconds: number,
): Promise<void> {
  await queue.addAll(transaction, syncRegistrantJob, [{ personId, classId }], { afterSeconds });
}

export async function enqueueLeftoverSeats(
  queue: Queue,
  transaction: Transaction,
  seats: Seat[],
): Promise<void> {
  await queue.addAll(transaction, syncRegistrantJob, seats, { leavesWaiting: true });
}

/** Call for every class that a person gains or loses; the rows decide which of the two it is. */
export async function enqueueRegistrantSync(
  queue: Queue,
  transaction: Transaction,
  ...seats: Seat[]
): Promise<void> {
  const ids = seats.map(({ personId, classId }) => ({ personId, classId }));
  await queue.addAll(transaction, syncRegistrantJob, ids);
}
