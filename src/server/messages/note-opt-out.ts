import { and, eq } from 'drizzle-orm';
import { consentEvents, people } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';

/** The provider refuses a text because the person opted out there, which ends their consent here as well. */
export async function noteOptOut(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  personId: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [agreed] = await transaction
      .select({ id: people.id })
      .from(people)
      .where(and(eq(people.id, personId), eq(people.textConsent, true)))
      .for('no key update');
    if (!agreed) return;
    await transaction.insert(consentEvents).values({
      personId,
      consent: false,
      shown: 'The text provider says that this number has opted out',
      source: 'reply',
      at: clock.now(),
    });
  });
}
