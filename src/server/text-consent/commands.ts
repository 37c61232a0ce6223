import { and, eq } from 'drizzle-orm';
import { textConsentShownTo } from '../../course/text-consent.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { consentEvents, people } from '../database/schema.ts';
import type { Person } from '../http/session.ts';
import { sendText } from '../text-sender.ts';

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

interface Reply {
  from: string;
  words: string;
  consent: boolean;
}

/** A reply of somebody we do not know changes nothing. */
export async function recordReply(
  transaction: Transaction,
  { from, words, consent }: Reply,
  at: Date,
): Promise<void> {
  const [person] = await transaction
    .select({ id: people.id })
    .from(people)
    .where(eq(people.phone, from))
    .for('no key update');
  if (!person) return;
  await transaction.insert(consentEvents).values({
    personId: person.id,
    consent,
    shown: `Replied: ${words}`,
    source: 'reply',
    at,
  });
}

type ReminderText = { key: string; personId: number; to: string; body: string; mark: string };

/** False when the provider will not send it because they opted out there, which then counts here too. */
export async function sendReminderText(
  parts: Parameters<typeof sendText>[0],
  text: ReminderText,
): Promise<boolean> {
  const isOut = await sendText(parts, { ...text, sender: 'reminders' });
  if (!isOut) await noteOptOut(parts, text.personId);
  return isOut;
}

async function noteOptOut({ database, clock }: Parts, personId: number): Promise<void> {
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
