import { and, eq } from 'drizzle-orm';
import { consentEvents, people } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import type { MessageNote } from './message-note.ts';
import { sendText } from './text-sender.ts';

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
export async function sendReminderText(services: Deps, text: ReminderText): Promise<boolean> {
  const isSent = await sendText(services, { ...text, sender: 'reminders' });
  if (!isSent) await noteOptOut(services, text.personId);
  return isSent;
}

async function noteOptOut(
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
