import type { Transaction } from '../database/connect.ts';
import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';

export interface Seat {
  personId: number;
  classId: number;
}

/** About two days; after that the nightly reconciliation still finds what differs. */
const syncOptions = { tries: 60 };

/** A class's meeting: made, moved or removed so that it is as the class's row says. */
export const syncMeetingJob = defineJob<{ classId: number }>('sync-meeting', {
  ...syncOptions,
  keyOf: ({ classId }) => `class ${classId}`,
});

/** One person's place in one class's meeting: given or taken away as the rows say. */
export const syncRegistrantJob = defineJob<Seat>('sync-registrant', {
  ...syncOptions,
  keyOf: ({ personId, classId }) => `person ${personId} in class ${classId}`,
});

/** A meeting of this host that bears a class's marker although the class has another. */
export const removeStrayMeetingJob = defineJob<{
  classId: number;
  meetingId: string;
  host: string;
}>('remove-stray', { keyOf: ({ meetingId }) => `meeting ${meetingId}` });

/** One class's registrants, held against the provider's. Confirmed when an admin has looked and pressed Retry. */
export const checkRegistrantsJob = defineJob<{ classId: number; isConfirmed?: boolean }>(
  'check-registrants',
  { keyOf: ({ classId, isConfirmed }) => `class ${classId}${isConfirmed ? ', confirmed' : ''}` },
);

/** Looks for what webhooks missed and what was changed by hand at the meeting provider. */
export const reconcileMeetingsJob = defineRecurringJob('reconcile-meetings', '30 2 * * *');

/** What waits while the provider refuses the same to everybody. */
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

/**
 * A place that a person has given up and may want back at once is kept so long. Those who look for places that nobody
 * has any more leave it alone (`enqueueLeftoverSeats`).
 */
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

/** To be called for every class that a person gains or loses; the rows decide which of the two it is. */
export async function enqueueRegistrantSync(
  queue: Queue,
  transaction: Transaction,
  ...seats: Seat[]
): Promise<void> {
  const ids = seats.map(({ personId, classId }) => ({ personId, classId }));
  await queue.addAll(transaction, syncRegistrantJob, ids);
}
