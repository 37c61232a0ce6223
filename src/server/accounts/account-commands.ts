import { eq } from 'drizzle-orm';
import { people } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { endLoginLinks, endSessions } from './access.ts';

type Deps = Pick<Services, 'database' | 'clock'>;

/** Ends all sessions and unused login links of a person, at their own request or an admin's. */
export async function signOutEverywhere(
  { database, clock }: Deps,
  actor: Actor,
  personId: number,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const [person] = await transaction
      .select({ id: people.id })
      .from(people)
      .where(eq(people.id, personId))
      .for('no key update');
    if (!person) throw new DomainError('not-found');
    // Links first: this waits for one that is being spent, so that its session is among those deleted next.
    await endLoginLinks(transaction, personId, now);
    await endSessions(transaction, personId);
    const action = actor.id === personId ? 'sessions: ended' : 'sessions: ended by admin';
    await audit(transaction, actor, now, action, { person: personId });
  });
}
