import { eq } from 'drizzle-orm';
import { textConsentShownTo } from '../../course/text-consent.ts';
import type { Person } from '../database/schema.ts';
import { consentEvents, people } from '../database/schema.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { confirmOptIn } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

interface Choice {
  consent: boolean;
  ip: string;
  /** The same when the request is sent again because its answer was lost: it is recorded once. */
  requestKey?: string | undefined;
}

/** Answers what counts from then on. */
export async function recordTextConsent(
  { database, clock, queue, settings }: Deps,
  person: Person,
  { consent, ip, requestKey }: Choice,
): Promise<boolean> {
  const now = clock.now();
  return database.transaction(async (transaction) => {
    await limitPerson(transaction, now, 'text consent', person.id);
    // Before the event, because it holds the row: of two choices at once, the one recorded last counts.
    const [before] = await transaction
      .update(people)
      .set({ textContinueClicked: true })
      .where(eq(people.id, person.id))
      .returning({ textConsent: people.textConsent });
    const [event] = await transaction
      .insert(consentEvents)
      .values({
        personId: person.id,
        consent,
        shown: textConsentShownTo(person.role, settings.site),
        source: 'page',
        ip,
        at: now,
        requestKey: requestKey ?? null,
      })
      .onConflictDoNothing({ target: [consentEvents.personId, consentEvents.requestKey] })
      .returning();
    const wasOptedIn = before?.textConsent ?? false;
    if (!event) return wasOptedIn;
    if (!wasOptedIn) await confirmOptIn(queue, transaction, event);
    return consent;
  });
}
