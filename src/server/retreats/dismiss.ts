import { eq } from 'drizzle-orm';
import { retreatRegistrations } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { lockRetreatMatching, refuseMatched } from './commands.ts';

/** "Not ours": takes a registration out of the list of the unmatched. Again is harmless. */
export const dismissRetreat = (services: Services, id: number, actor: Actor) =>
  setDismissed(services, id, actor, true);

/** Brings it back to the list. */
export const restoreRetreat = (services: Services, id: number, actor: Actor) =>
  setDismissed(services, id, actor, false);

async function setDismissed(
  { database, clock }: Services,
  id: number,
  actor: Actor,
  isDismissed: boolean,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const whereGiven = eq(retreatRegistrations.id, id);
    const [registration] = await transaction
      .select()
      .from(retreatRegistrations)
      .where(whereGiven)
      .for('update');
    if (!registration) throw new DomainError('not-found');
    await refuseMatched(transaction, registration.personId);
    if ((registration.dismissedAt !== null) === isDismissed) return;
    await transaction
      .update(retreatRegistrations)
      .set({ dismissedAt: isDismissed ? now : null })
      .where(whereGiven);
    const action = isDismissed ? 'retreat: dismissed' : 'retreat: brought back';
    await audit(transaction, actor, now, action, { 'retreat-registration': id });
  });
}
