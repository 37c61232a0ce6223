import { eq } from 'drizzle-orm';
import { textConsentShownTo } from '../../course/text-consent.ts';
import type { Transaction } from '../database/connect.ts';
import { consentEvents, type Person, people } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import { showPhone } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { confirmOptIn } from './messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

interface Choice {
  consent: boolean;
  ip: string;
  /** The same when the request is sent again because its answer was lost: it is recorded once. */
  requestKey?: string | undefined;
}

/** Answers what counts from then on. A yes needs a number to text. */
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
      .returning({ textConsent: people.textConsent, textPhone: people.textPhone });
    if (consent && !before?.textPhone) throw new DomainError('number-missing');
    const [event] = await transaction
      .insert(consentEvents)
      .values({
        personId: person.id,
        consent,
        shown: wordsShownTo(settings, person.role, before?.textPhone ?? null),
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

/** For somebody who gets texts and has changed where they go: the yes is to the number that was shown. The person is locked. */
export async function renewConsent(
  { queue, settings }: Pick<Deps, 'queue' | 'settings'>,
  transaction: Transaction,
  { id: personId, role, textPhone }: Person,
  { ip, at }: { ip: string; at: Date },
): Promise<void> {
  const shown = wordsShownTo(settings, role, textPhone);
  const [event] = await transaction
    .insert(consentEvents)
    .values({ personId, consent: true, shown, source: 'page', ip, at })
    .returning();
  if (event) await confirmOptIn(queue, transaction, event);
}

function wordsShownTo({ site }: Deps['settings'], role: Person['role'], phone: string | null) {
  return textConsentShownTo(role, site, phone && showPhone(phone));
}
