import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { UNDO_MOVE_HELD_MS } from '../../course/course.ts';
import type { Transaction } from '../database/connect.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { registrations } from '../database/schema.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';
import { keyOfAgain } from '../messaging/resend.ts';
import { MINUTE_MS, secondsUntil } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';

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
  /** Staff moved it for the student. */
  isByStaff?: boolean;
}

interface MakeupGivenBack extends MaybeAgain {
  personId: number;
  registrationId: number;
  /** When the makeup would have been. */
  makeup: string;
  /** The registration's calendar sequence after it went back. */
  sequence: number;
}

/** What staff have done for a student. */
export interface ActForStudent extends MaybeAgain {
  personId: number;
  registrationId: number;
  act: 'registered' | 'cancelled';
  /** The registration's calendar sequence afterwards. */
  sequence: number;
}

interface ClassesChanged extends MaybeAgain {
  personId: number;
  clearingId: number;
  registrationIds: number[];
}

interface ChosenSchedule extends MaybeAgain {
  personId: number;
  /** That of the last class. */
  registrationId: number;
  /** Staff chose it for the student. */
  isByStaff?: boolean;
}

interface Choices extends MaybeAgain {
  personId: number;
  /** Named where staff had the mail sent again; else it is about what no mail has told of. */
  registrationIds?: number[];
}

/** Choices that follow each other within this time are told in one mail. */
const gatherChoicesMs = 5 * MINUTE_MS;

export const mailChoicesJob = defineJob<Choices>('mail-choices', {
  keyOf: ({ personId, again }) => keyOfAgain(`person ${personId}`, again),
});
export const mailScheduleJob = defineJob<ChosenSchedule>('mail-schedule');
export const mailActJob = defineJob<ActForStudent>('mail-act-for-student');
export const mailOwnMoveJob = defineJob<OwnMove>('mail-own-move', {
  keyOf: ({ registrationId, again }) => keyOfAgain(`registration ${registrationId}`, again),
});
export const mailMakeupGivenBackJob = defineJob<MakeupGivenBack>('mail-makeup-given-back');
export const mailClearedJob = defineJob<ClassesChanged>('mail-cleared-classes');
export const mailReturnedJob = defineJob<ClassesChanged>('mail-returned-classes');

/** When a student's choice of now is told, unless another follows before. It stands in the registration. */
export function choiceMailTime(now: Date): Date {
  return new Date(now.getTime() + gatherChoicesMs);
}

/** A student has chosen classes of which none is the last. */
export async function enqueueChoiceMail(
  { queue, clock }: Pick<Services, 'queue' | 'clock'>,
  transaction: Transaction,
  { personId, dueAt }: { personId: number; dueAt: Date },
): Promise<void> {
  const afterSeconds = secondsUntil(clock, dueAt);
  await queue.add(transaction, mailChoicesJob, { personId }, { afterSeconds });
}

/** Once the last class is chosen, alone or together with others. It tells of all, so no mail about single choices follows. */
export async function enqueueScheduleMail(
  queue: Queue,
  transaction: Transaction,
  chosen: ChosenSchedule,
): Promise<void> {
  const { studentId, choiceMailDueAt } = registrations;
  const untold = and(eq(studentId, chosen.personId), isNotNull(choiceMailDueAt));
  await noteChoicesTold(transaction, await lockRegistrations(transaction, untold));
  await queue.add(transaction, mailScheduleJob, chosen);
}

/** The registrations are locked. */
export async function noteChoicesTold(transaction: Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .update(registrations)
    .set({ choiceMailDueAt: null })
    .where(inArray(registrations.id, ids));
}

export async function enqueueActMail(
  queue: Queue,
  transaction: Transaction,
  act: ActForStudent,
): Promise<void> {
  await queue.add(transaction, mailActJob, act);
}

/**
 * Waits until the move can hardly be undone any more. Several moves meanwhile bring one mail: that of the first move says
 * where the class is by then, or is not sent if the class is back where it was.
 */
export async function enqueueOwnMoveMail(
  queue: Queue,
  transaction: Transaction,
  { from, ...move }: Omit<OwnMove, 'from'> & { from: Date },
): Promise<void> {
  const data = { ...move, from: from.toISOString() };
  await queue.addAll(transaction, mailOwnMoveJob, [data], {
    afterSeconds: UNDO_MOVE_HELD_MS / 1000,
    leavesWaiting: true,
  });
}

/** A makeup turned out not to be needed. */
export async function enqueueMakeupGivenBackMail(
  queue: Queue,
  transaction: Transaction,
  { makeup, ...ids }: Omit<MakeupGivenBack, 'makeup'> & { makeup: Date },
): Promise<void> {
  await queue.add(transaction, mailMakeupGivenBackJob, { ...ids, makeup: makeup.toISOString() });
}

/** A change of the student took these registrations. */
export async function enqueueClearedMail(
  queue: Queue,
  transaction: Transaction,
  ids: ClassesChanged,
): Promise<void> {
  await queue.add(transaction, mailClearedJob, ids);
}

/** That change was undone. The registrations are those that came back, and those that made way for them. */
export async function enqueueReturnedMail(
  queue: Queue,
  transaction: Transaction,
  ids: ClassesChanged,
): Promise<void> {
  await queue.add(transaction, mailReturnedJob, ids);
}
