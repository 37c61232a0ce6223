import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';

export interface MoveNotice {
  personId: number;
  registrationId: number;
  classId: number;
  from: string;
  movedAt: string;
}

/** One job a message, so that a refused text does not send the mail again. */
export const mailClassMovedJob = defineJob<MoveNotice>('mail-class-moved');
export const textClassMovedJob = defineJob<MoveNotice>('text-class-moved');

export interface SubstitutionNotice {
  personId: number;
  /** All of one change, so that there is one mail about them. */
  classIds: number[];
  changedAt: string;
}

export interface NewInstructorNotice {
  personId: number;
  registrationId: number;
  classId: number;
  changedAt: string;
}

export const mailClassGivenJob = defineJob<SubstitutionNotice>('mail-class-given');
export const mailClassTakenJob = defineJob<SubstitutionNotice>('mail-class-taken');
export const mailNewInstructorJob = defineJob<NewInstructorNotice>('mail-new-instructor');

/** Another instructor for a class, or none. */
export interface Substitution {
  classId: number;
  from: number | null;
  to: number | null;
}

/** For who taught the classes of one change, and for who teaches them now. */
export async function enqueueSubstitutionNotices(
  queue: Queue,
  transaction: Transaction,
  substitutions: Substitution[],
  now: Date,
): Promise<void> {
  const noticesTo = (whom: 'from' | 'to'): SubstitutionNotice[] =>
    [...Map.groupBy(substitutions, (one) => one[whom])].flatMap(([personId, theirs]) => {
      const classIds = theirs.map(({ classId }) => classId);
      return personId === null ? [] : [{ personId, classIds, changedAt: now.toISOString() }];
    });
  await queue.addAll(transaction, mailClassTakenJob, noticesTo('from'));
  await queue.addAll(transaction, mailClassGivenJob, noticesTo('to'));
}

/** For everybody registered for a class with another instructor. */
export async function enqueueNewInstructorNotices(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  now: Date,
): Promise<void> {
  const registered = await findRegistered(transaction, classId);
  const change = { classId, changedAt: now.toISOString() };
  await queue.addAll(
    transaction,
    mailNewInstructorJob,
    registered.map((ids) => ({ ...ids, ...change })),
  );
}

/** For everybody registered for a class that has moved. */
export async function enqueueMoveNotices(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  { from, movedAt }: { from: Date; movedAt: Date },
): Promise<void> {
  const registered = await findRegistered(transaction, classId);
  const times = { from: from.toISOString(), movedAt: movedAt.toISOString() };
  const notices = registered.map((ids) => ({ ...ids, classId, ...times }));
  await queue.addAll(transaction, mailClassMovedJob, notices);
  await queue.addAll(transaction, textClassMovedJob, notices);
}

function findRegistered(transaction: Transaction, classId: number) {
  return transaction
    .select({ registrationId: registrations.id, personId: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasPlace));
}
