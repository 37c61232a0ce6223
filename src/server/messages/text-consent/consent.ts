import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  staffConsentProblem,
  type TextRefusal,
  textConsentShownTo,
} from '../../../course/text-consent.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import { findNewest, findRow, insertOne, lockRow, updateRows } from '../../database/rows.ts';
import { consentEvents, type Person, people } from '../../database/schema.ts';
import type { Viewer } from '../../database/viewer.ts';
import type { Queue } from '../../jobs/queue.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import { showPhone } from '../../platform/phone.ts';
import type { Services } from '../../platform/services.ts';
import type { Settings } from '../../platform/settings.ts';
import { defineMessage, outdated } from '../define-message.ts';
import { toStop } from '../text-words.ts';

interface Choice {
  consent: boolean;
  ip: string;
  /** A retried request has the same key, so we record the choice only once. */
  requestKey?: string | undefined;
}

/** Returns whether the person now gets texts. Opting in requires a phone number. */
export async function recordTextConsent(
  { database, clock, queue, settings }: Services,
  { id: personId, role }: Viewer,
  { consent, ip, requestKey }: Choice,
): Promise<boolean> {
  const at = clock.now();
  return database.transaction(async (transaction) => {
    await limitPerson(transaction, at, 'text consent', personId);
    // The update locks the row, so that concurrent choices are recorded one after the other.
    const clicked = { textContinueClicked: true };
    const [before] = await updateRows(transaction, people, { id: personId }, clicked).returning();
    if (consent && !before?.textPhone) throw new DomainError('number-missing');
    const shown = textShownTo(settings, role, before?.textPhone ?? null);
    const [event] = await transaction
      .insert(consentEvents)
      .values({ personId, consent, shown, source: 'page', ip, at, requestKey: requestKey ?? null })
      .onConflictDoNothing({ target: [consentEvents.personId, consentEvents.requestKey] })
      .returning();
    const wasOptedIn = before?.textConsent ?? false;
    if (!event) {
      const { personId: whose, requestKey: key, consent: choice } = consentEvents;
      const isOther = and(eq(whose, personId), eq(key, requestKey ?? ''), ne(choice, consent));
      if (!(await transaction.$count(consentEvents, isOther))) return wasOptedIn;
      throw new DomainError('request-key-reused');
    }
    if (!wasOptedIn) await confirmOptIn(queue, transaction, event);
    return consent;
  });
}

/**
 * Records consent for a person's new number, because consent covers only the number that was shown. The caller must
 * lock the person first.
 */
export async function renewConsent(
  { queue, settings }: Services,
  transaction: Transaction,
  { id: personId, role, textPhone }: Person,
  { ip, at }: { ip: string; at: Date },
): Promise<void> {
  const shown = textShownTo(settings, role, textPhone);
  const choice = { personId, consent: true, shown, source: 'page', ip, at } as const;
  await confirmOptIn(queue, transaction, await insertOne(transaction, consentEvents, choice));
}

function textShownTo({ site }: Services['settings'], role: Person['role'], phone: string | null) {
  return textConsentShownTo(role, site, phone && showPhone(phone));
}

/** Outdated after a day, or if the person opts out or opts in with another number. */
const optIn = defineMessage('opt-in', {
  name: 'Text opt-in confirmation',
  about: z.object({ consentEventId: z.int() }),
  async find({ database, clock }, { person, about: { consentEventId }, again }) {
    const { id, consent, personId, shown } = consentEvents;
    const event = await findRow(database, consentEvents, eq(id, consentEventId));
    if (!event) return outdated();
    const whereChanged = or(eq(consent, false), ne(shown, event.shown));
    const whereSince = and(eq(personId, person.id), gt(id, consentEventId), whereChanged);
    if ((await database.$count(consentEvents, whereSince)) > 0) return outdated();
    const askedAt = again ? new Date(again) : event.at;
    const usefulUntil = new Date(askedAt.getTime() + DAY_MS);
    // Someone who has just opted in is awake, so quiet hours don't apply.
    const isAtAnyHour = event.source !== 'staff' && !again;
    return clock.now() >= usefulUntil ? outdated() : { usefulUntil, isAtAnyHour };
  },
  text: ({ settings }, { person, usefulUntil, isAtAnyHour }) => ({
    ...optInText(settings.site, person.role === 'student'),
    usefulUntil,
    isAtAnyHour,
  }),
});

/**
 * Call this for people who weren't already opted in with this number. After a START reply, the provider sends its own
 * confirmation instead.
 */
export async function confirmOptIn(
  queue: Queue,
  transaction: Transaction,
  { id, personId, consent }: typeof consentEvents.$inferSelect,
): Promise<void> {
  if (consent) await optIn.send(queue, transaction, [{ personId, consentEventId: id }]);
}

/** Carriers require the statements in this text. No other text may contain `searchText`. */
export function optInText({ organization, courseShortName }: Settings['site'], isStudent: boolean) {
  const what = isStudent
    ? `${courseShortName} class reminders, 2 a week`
    : 'event reminders, 1 a week';
  const searchText = 'Msg and data rates may apply. Reply HELP for help.';
  const body = `${organization}: You're signed up for ${what}. ${searchText} ${toStop}`;
  return { body, searchText };
}

/**
 * Finds people whose own last choice was to opt out, and how they did it. Ignores choices entered by staff, because
 * after a STOP only the person can opt in again.
 */
export async function findTextRefusals(reader: Reader, ids: number[]) {
  if (ids.length === 0) return new Map<number, TextRefusal>();
  const { rows } = await reader.execute<{ person: number; source: TextRefusal; consent: boolean }>(
    sql`select distinct on (person_id) person_id as person, source, consent from consent_events
      where person_id = any(${sql.param(ids)}::int[]) and source <> 'staff'
      order by person_id, id desc`,
  );
  return new Map(
    rows.flatMap(({ person, source, consent }) => (consent ? [] : [[person, source]])),
  );
}

// Consent covers only what we showed: class reminders for students, sessions and events for alumni.

const endedWithStudent =
  'Ended because this person became an alum and had agreed only to class reminders. We’ll ask them again.';
const endedWithAlumnus =
  'Ended because this person became a student again and had agreed only to alumni news. We’ll ask them again.';
const countsAgain =
  'Restored because this person is a student again. They had agreed to class reminders before they became an alum.';

interface Change {
  personId: number;
  ip: string;
  at: Date;
}

export function endStudentConsent(transaction: Transaction, change: Change): Promise<void> {
  return record(transaction, change, false, endedWithStudent);
}

/**
 * For an alum who becomes a student again. Their consent as a student applies again unless they made a choice as an
 * alum. Returns whether they get texts.
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
  const { personId } = change;
  const last = await findNewest(transaction, consentEvents, { personId }, consentEvents.id);
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
  const event = { personId, consent, shown, source: 'staff', ip, at } as const;
  await transaction.insert(consentEvents).values(event);
}

/** Throws if the person opted out or has no phone number. The caller must lock the person first. */
export async function refuseConsentByStaff(
  transaction: Transaction,
  { id, phone }: { id: number; phone: string | null },
): Promise<void> {
  const refusals = await findTextRefusals(transaction, [id]);
  const textRefusal = refusals.get(id) ?? null;
  const why = staffConsentProblem({ hasPhone: phone !== null, textRefusal });
  if (why) throw new DomainError('consent-is-the-persons', { why });
}

/** Records an opt-out that only the provider knew about until now. */
export async function recordOptOut({ database, clock }: Services, personId: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const optedIn = { id: personId, textConsent: true };
    if (!(await lockRow(transaction, people, optedIn, 'no key update'))) return;
    const shown = 'The text provider says that this number has opted out';
    const event = { personId, consent: false, shown, source: 'reply', at: clock.now() } as const;
    await transaction.insert(consentEvents).values(event);
  });
}
