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

/** For everybody registered for a class that has moved. */
export async function enqueueMoveNotices(
  queue: Queue,
  transaction: Transaction,
  classId: number,
  { from, movedAt }: { from: Date; movedAt: Date },
): Promise<void> {
  const registered = await transaction
    .select({ registrationId: registrations.id, personId: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasPlace));
  const times = { from: from.toISOString(), movedAt: movedAt.toISOString() };
  const notices = registered.map((ids) => ({ ...ids, classId, ...times }));
  await queue.addAll(transaction, mailClassMovedJob, notices);
  await queue.addAll(transaction, textClassMovedJob, notices);
}
