import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { type classes, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { defineJob } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';

/** Set where staff had the message sent again. */
interface MaybeAgain {
  again?: string;
}

export interface MoveNotice extends MaybeAgain {
  personId: number;
  registrationId: number;
  classId: number;
  from: string;
  movedAt: string;
}

/** One job a message, so that a refused text does not send the mail again. */
export const mailClassMovedJob = defineJob<MoveNotice>('mail-class-moved');
export const textClassMovedJob = defineJob<MoveNotice>('text-class-moved');

export interface InstructorNotice extends MaybeAgain {
  personId: number;
  /** All of one change, so that there is one mail about them, with the time that each had before. */
  classes: { id: number; from: string }[];
  changedAt: string;
}

export interface NewInstructorNotice extends MaybeAgain {
  personId: number;
  registrationId: number;
  classId: number;
  changedAt: string;
}

export const mailClassGivenJob = defineJob<InstructorNotice>('mail-class-given');
export const mailClassTakenJob = defineJob<InstructorNotice>('mail-class-taken');
export const mailTaughtClassMovedJob = defineJob<InstructorNotice>('mail-taught-class-moved');
export const mailNewInstructorJob = defineJob<NewInstructorNotice>('mail-new-instructor');

type Taught = Pick<typeof classes.$inferSelect, 'id' | 'instructorId' | 'startsAt'>;

export interface Edited {
  before: Taught;
  after: Taught;
}

/** For who taught the classes of one change, and for who teaches them now. Whoever moves their own classes knows. */
export async function enqueueInstructorNotices(
  queue: Queue,
  transaction: Transaction,
  edits: Edited[],
  { actorId, now }: { actorId: number; now: Date },
): Promise<void> {
  const noticesTo = (which: Edited[], whom: keyof Edited): InstructorNotice[] =>
    [...Map.groupBy(which, (one) => one[whom].instructorId)].flatMap(([personId, theirs]) => {
      if (personId === null) return [];
      const of = theirs.map(({ before: { id, startsAt } }) => ({
        id,
        from: startsAt.toISOString(),
      }));
      return [{ personId, classes: of, changedAt: now.toISOString() }];
    });
  const given = edits.filter(({ before, after }) => before.instructorId !== after.instructorId);
  const moved = edits.filter(
    ({ before, after }) =>
      before.instructorId === after.instructorId &&
      after.instructorId !== actorId &&
      before.startsAt.getTime() !== after.startsAt.getTime(),
  );
  await queue.addAll(transaction, mailClassTakenJob, noticesTo(given, 'before'));
  await queue.addAll(transaction, mailClassGivenJob, noticesTo(given, 'after'));
  await queue.addAll(transaction, mailTaughtClassMovedJob, noticesTo(moved, 'after'));
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
