import { and, eq, isNull, ne } from 'drizzle-orm';
import { people, sentMessages } from '../database/schema.ts';
import type { Mail } from '../integrations/mail/port.ts';
import type { Services } from '../platform/services.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer'>;

interface MailOnce extends Mail {
  /** Names what the mail is about: a mail with the same key is sent once. */
  key: string;
  personId: number;
}

/**
 * A job may run again after its mail has left, and then sends none. Only a process that dies between
 * the provider's answer and the note of it leaves a mail that comes twice. Nobody whose access has ended gets any.
 */
export function sendMailOnce(services: Deps, mail: MailOnce): Promise<void> {
  return services.queue.withLock('mail', `mail: ${mail.key}`, () => sendUnlessSent(services, mail));
}

async function sendUnlessSent(
  { database, clock, mailer }: Deps,
  { key, personId, ...mail }: MailOnce,
) {
  const whereActive = and(eq(people.id, personId), isNull(people.deactivatedAt));
  if ((await database.$count(people, whereActive)) === 0) return;
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
