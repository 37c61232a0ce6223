import { eq } from 'drizzle-orm';
import { textConsentShownTo } from '../../course/text-consent.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { consentEvents, people } from '../database/schema.ts';
import type { Person } from '../http/session.ts';

interface Parts {
  database: Database;
  clock: Clock;
}

export async function recordTextConsent(
  { database, clock }: Parts,
  person: Person,
  { consent, address }: { consent: boolean; address: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    // First, because it holds the row: of two choices at once, the one recorded last is in force.
    await transaction
      .update(people)
      .set({ textContinueClicked: true })
      .where(eq(people.id, person.id));
    await transaction.insert(consentEvents).values({
      personId: person.id,
      consent,
      shown: textConsentShownTo(person.role),
      source: 'page',
      address,
      at: clock.now(),
    });
  });
}
