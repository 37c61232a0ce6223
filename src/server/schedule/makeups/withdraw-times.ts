import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.ts';
import { proposedSlots } from '../../database/schema.ts';

/** For a class that gets another time: nobody is to choose with a number a time that they were not told. */
export async function withdrawProposedTimes(
  transaction: Transaction,
  classId: number,
): Promise<void> {
  await transaction
    .delete(proposedSlots)
    .where(and(eq(proposedSlots.classId, classId), isNull(proposedSlots.pickedAt)));
}
