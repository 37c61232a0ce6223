import type { Transaction } from '../database/connect.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';

/** Set where staff had the mail sent again. */
interface MaybeAgain {
  again?: string;
}

interface OwnMove extends MaybeAgain {
  personId: number;
  registrationId: number;
  /** Where the class was before the move. */
  from: string;
  /** The class there had been cancelled, so calendars have lost it even where the new one has the same time. */
  wasCancelled: boolean;
  /** The registration's calendar sequence after the move. */
  sequence: number;
}

interface MakeupGivenBack extends MaybeAgain {
  personId: number;
  registrationId: number;
  /** When the makeup would have been. */
  makeup: string;
  /** The registration's calendar sequence after it went back. */
  sequence: number;
}

/** Somebody who moves a class back and forth gets a mail at once, and one about the last move after this time. */
const mailEverySeconds = 60;

export const mailScheduleJob = defineJob<MaybeAgain & { personId: number; registrationId: number }>(
  'mail-schedule',
);
export const mailOwnMoveJob = defineJob<OwnMove>('mail-own-move');
export const mailMakeupGivenBackJob = defineJob<MakeupGivenBack>('mail-makeup-given-back');
export const mailResetJob = defineJob<MaybeAgain & { personId: number; registrationIds: number[] }>(
  'mail-reset',
);

/** Once the last class is chosen; the registration is that of the last class. */
export async function enqueueScheduleMail(
  queue: Queue,
  transaction: Transaction,
  ids: { personId: number; registrationId: number },
): Promise<void> {
  await queue.add(transaction, mailScheduleJob, ids);
}

export async function enqueueOwnMoveMail(
  queue: Queue,
  transaction: Transaction,
  { from, ...move }: Omit<OwnMove, 'from'> & { from: Date },
): Promise<void> {
  const oncePer = { key: `registration ${move.registrationId}`, seconds: mailEverySeconds };
  await queue.add(transaction, mailOwnMoveJob, { ...move, from: from.toISOString() }, { oncePer });
}

/** A makeup turned out not to be needed. */
export async function enqueueMakeupGivenBackMail(
  queue: Queue,
  transaction: Transaction,
  { makeup, ...ids }: Omit<MakeupGivenBack, 'makeup'> & { makeup: Date },
): Promise<void> {
  await queue.add(transaction, mailMakeupGivenBackJob, { ...ids, makeup: makeup.toISOString() });
}

/** An account was reset, and these registrations with it. */
export async function enqueueResetMail(
  queue: Queue,
  transaction: Transaction,
  ids: { personId: number; registrationIds: number[] },
): Promise<void> {
  await queue.add(transaction, mailResetJob, ids);
}
