import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { type classes, registrations } from '../database/schema.ts';
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
  classId: number;
  changedAt: string;
}

export const mailClassGivenJob = defineJob<SubstitutionNotice>('mail-class-given');
export const mailClassTakenJob = defineJob<SubstitutionNotice>('mail-class-taken');
export const mailNewInstructorJob = defineJob<SubstitutionNotice & { registrationId: number }>(
  'mail-new-instructor',
);

type Taught = Pick<typeof classes.$inferSelect, 'id' | 'instructorId'>;

/** For who taught the class, who teaches it now, and the students if they are to know. */
export async function enqueueSubstitutionNotices(
  queue: Queue,
  transaction: Transaction,
  before: Taught,
  { after, now, tellStudents }: { after: Taught; now: Date; tellStudents: boolean },
): Promise<void> {
  const change = { classId: before.id, changedAt: now.toISOString() };
  const noticeTo = (personId: number | null) =>
    personId === null ? [] : [{ personId, ...change }];
  await queue.addAll(transaction, mailClassTakenJob, noticeTo(before.instructorId));
  await queue.addAll(transaction, mailClassGivenJob, noticeTo(after.instructorId));
  if (!tellStudents || after.instructorId === null) return;
  const registered = await findRegistered(transaction, before.id);
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
