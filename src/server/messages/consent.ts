import { and, desc, eq, gt, sql } from 'drizzle-orm';
import {
  staffConsentProblem,
  type TextRefusal,
  textConsentShownTo,
} from '../../course/text-consent.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { consentEvents, type Person, people } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import { showPhone } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { confirmOptIn } from './consent-messages.ts';

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

/**
 * Of these people, those whose own last word on texts was a no, and how they said it. What staff entered does not count:
 * a STOP stays a STOP until the person says otherwise.
 */
export async function findTextRefusals(
  reader: Database | Transaction,
  ids: number[],
): Promise<Map<number, TextRefusal>> {
  if (ids.length === 0) return new Map();
  const { rows } = await reader.execute<{ person: number; source: TextRefusal; consent: boolean }>(
    sql`select distinct on (person_id) person_id as person, source, consent from consent_events
      where person_id = any(${sql.param(ids)}::int[]) and source <> 'staff'
      order by person_id, id desc`,
  );
  return new Map(
    rows.flatMap(({ person, source, consent }) => (consent ? [] : [[person, source]])),
  );
}

/** Then nothing is to be confirmed, or a later yes, which has a confirmation of its own. */
export async function hasSaidNoSince(
  reader: Database | Transaction,
  personId: number,
  eventId: number,
): Promise<boolean> {
  const { id, consent, personId: ofPerson } = consentEvents;
  const whereNo = and(eq(ofPerson, personId), eq(consent, false), gt(id, eventId));
  return (await reader.$count(consentEvents, whereNo)) > 0;
}

/*
 * A yes is to what was shown: a student's to reminders of their classes, an alumnus's to news of sessions and events. So
 * neither counts for the other role.
 */

const endedWithStudent =
  'Ended because they became one of the alumni: the yes was to reminders of their classes. They are asked anew.';
const endedWithAlumnus =
  'Ended because they became a student again: the yes was to news for alumni. They are asked anew.';
const countsAgain =
  'Counts again because they are a student again: their own yes to reminders of their classes, which ended only because they had become one of the alumni.';

interface Change {
  personId: number;
  ip: string;
  at: Date;
}

/** For a student who gets texts and becomes one of the alumni. */
export function endStudentConsent(transaction: Transaction, change: Change): Promise<void> {
  return record(transaction, change, false, endedWithStudent);
}

/**
 * For an alumnus who becomes a student again. Whoever has said nothing since they became one of the alumni gets texts as
 * before; whoever has is asked anew. Answers whether they get texts.
 */
export async function restoreStudentConsent(
  transaction: Transaction,
  change: Change,
  { textConsent, textPhone }: Person,
): Promise<boolean> {
  if (textConsent) {
    await record(transaction, change, false, endedWithAlumnus);
    return false;
  }
  const [last] = await transaction
    .select({ shown: consentEvents.shown })
    .from(consentEvents)
    .where(eq(consentEvents.personId, change.personId))
    .orderBy(desc(consentEvents.id))
    .limit(1);
  if (last?.shown !== endedWithStudent || !textPhone) return false;
  await record(transaction, change, true, countsAgain);
  return true;
}

async function record(
  transaction: Transaction,
  { personId, ip, at }: Change,
  consent: boolean,
  shown: string,
) {
  await transaction
    .insert(consentEvents)
    .values({ personId, consent, shown, source: 'staff', ip, at });
}

/** Throws where staff want to say yes to texts for somebody who said no, or has no number. The person is locked. */
export async function refuseConsentByStaff(
  transaction: Transaction,
  { id, phone }: { id: number; phone: string | null },
): Promise<void> {
  const refusals = await findTextRefusals(transaction, [id]);
  const why = staffConsentProblem({
    hasPhone: phone !== null,
    textRefusal: refusals.get(id) ?? null,
  });
  if (why) throw new DomainError('consent-is-the-persons', { why });
}
