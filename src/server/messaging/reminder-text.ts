import { and, eq } from 'drizzle-orm';
import { consentEvents, people } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import type { MessageNote } from './message-note.ts';
import { sendLocked, withTextLock } from './text-sender.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'texts' | 'settings'>;

type ReminderText = MessageNote & TextToReminded;

interface TextToReminded {
  key: string;
  personId: number;
  to: string;
  body: string;
  searchText: string;
  usefulUntil: Date;
}

/**
 * Sends a text that people have consented to. False when the provider refuses it because they opted out there,
 * which then ends their consent here as well.
 */
export function sendReminderText(services: Deps, text: ReminderText): Promise<boolean> {
  return sendReminderTextIfStillTrue(services, text.key, async () => text);
}

/** For a text that another one makes outdated, as `sendMailIfStillTrue` does for mails. */
export async function sendReminderTextIfStillTrue(
  services: Deps,
  lock: string,
  decide: () => Promise<ReminderText | null>,
): Promise<boolean> {
  const sender = 'reminders';
  return withTextLock(services, { key: lock, sender }, async () => {
    const text = await decide();
    if (!text) return false;
    const isSent = await sendLocked(services, { ...text, sender });
    if (!isSent) await noteOptOut(services, text.personId);
    return isSent;
  });
}

export async function noteOptOut(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
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
