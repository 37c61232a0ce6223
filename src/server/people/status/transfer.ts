import { eq } from 'drizzle-orm';
import { people } from '../../database/schema.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { reopenRetreatReminder } from '../../reminders/index.ts';
import { lockMember, refuseOtherVersion } from '../commands.ts';

/**
 * A transfer student has no retreat step and is not reminded of one; whoever is none any more is shown that step when
 * they come next, if class 10 is chosen and the step not done, and is reminded. Classes and texts stay as they are.
 */
export async function setTransferStudent(
  { database, clock }: Services,
  actor: Actor,
  { id, version }: { id: number; version: number | undefined },
  transferStudent: boolean,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const before = await lockMember(transaction, { id, role: 'student', actorId: actor.id });
    if (before.transferStudent === transferStudent) return;
    await refuseOtherVersion(before, version);
    await transaction.update(people).set({ transferStudent }).where(eq(people.id, id));
    if (!transferStudent) await reopenRetreatReminder(transaction, id, now);
    await audit(transaction, actor, now, 'student: transfer flag changed', {
      person: id,
      before: { transferStudent: before.transferStudent },
      after: { transferStudent },
    });
  });
}
