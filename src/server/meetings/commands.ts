import type { Transaction } from '../database/connect.ts';
import { defineJob, type Queue } from '../jobs/queue.ts';

export interface Seat {
  personId: number;
  classId: number;
}

/** A provider that is down for two days is still worth waiting for; the night's look comes anyway. */
const patience = { tries: 60 };

/** A class's meeting: made, moved or removed so that it is as the class's row says. */
export const meetingInStep = defineJob<{ classId: number }>('keep-meeting-in-step', patience);

/** One person's place in one class's meeting: given or taken away as the rows say. */
export const registrantInStep = defineJob<Seat>('keep-registrant-in-step', patience);

export async function keepMeetingInStep(
  queue: Queue,
  transaction: Transaction,
  classId: number,
): Promise<void> {
  await queue.add(transaction, meetingInStep, { classId });
}

/** To be called for every class that a person gains or loses; the rows decide which of the two it is. */
export async function keepRegistrantInStep(
  queue: Queue,
  transaction: Transaction,
  { personId, classId }: Seat,
): Promise<void> {
  await queue.add(transaction, registrantInStep, { personId, classId });
}
