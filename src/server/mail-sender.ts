import { eq, ne } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import { sentMessages } from './database/schema.ts';
import type { Mail, Mailer } from './integrations/mail/port.ts';
import type { Queue } from './jobs/queue.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  mailer: Mailer;
}

interface Letter extends Mail {
  /** Says what the mail is about: of the same thing nobody is told twice. */
  key: string;
  personId: number;
}

/**
 * A job may run again after its mail has left, and then sends none. Only a process that dies between
 * the provider's answer and the note of it leaves a mail that comes twice.
 */
export function sendMailOnce(parts: Parts, letter: Letter): Promise<void> {
  return parts.queue.inTurn(`mail: ${letter.key}`, () => sendUnlessSent(parts, letter));
}

async function sendUnlessSent({ database, clock, mailer }: Parts, letter: Letter) {
  const { key, personId, ...mail } = letter;
  const unsent = { recipient: mail.to, status: 'queued', problem: null } as const;
  const [open] = await database
    .insert(sentMessages)
    .values({ key, personId, channel: 'email', ...unsent, createdAt: clock.now() })
    .onConflictDoUpdate({
      target: sentMessages.key,
      set: unsent,
      setWhere: ne(sentMessages.status, 'sent'),
    })
    .returning({ id: sentMessages.id });
  if (!open) return;

  const settle = (outcome: { status: 'sent' | 'failed'; problem: string | null }) =>
    database
      .update(sentMessages)
      .set({ ...outcome, settledAt: clock.now() })
      .where(eq(sentMessages.id, open.id));
  try {
    await mailer.send(mail);
  } catch (error) {
    await settle({ status: 'failed', problem: (error as Error).message });
    throw error;
  }
  await settle({ status: 'sent', problem: null });
}
