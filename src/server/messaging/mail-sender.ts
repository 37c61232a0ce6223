import { eq, ne } from 'drizzle-orm';
import { sentMessages } from '../database/schema.ts';
import { type Mail, MailProblem } from '../integrations/mail/port.ts';
import { GiveUp, outcomeOf } from '../jobs/outcomes.ts';
import { countMessage } from '../platform/metrics.ts';
import type { Services } from '../platform/services.ts';
import type { MessageNote } from './define-message.ts';
import { holdMails, releaseMails, waitWhileHeld } from './mail-hold.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'mailer'>;

/** Waits while the server takes no mails at all; gives up at once on what it refuses for good. */
async function sendMail(
  { database, mailer }: Pick<Deps, 'database' | 'mailer'>,
  mail: Mail,
): Promise<void> {
  await waitWhileHeld(database);
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailProblem)) throw error;
    countMessage('email', error.kind === 'refused' ? 'refused' : 'waiting');
    throw (await holdMails(database, error)) ?? outcomeOf(error);
  }
  countMessage('email', 'sent');
  await releaseMails(database);
}

interface MailOnce extends Mail, MessageNote {}

/**
 * A job may run again after its mail has left, and then sends none. Only a process that dies between the provider's
 * answer and the note of it sends a mail twice; both copies have the same Message-ID, so most mailboxes show one.
 */
export async function sendUnlessSent(services: Deps, message: MailOnce) {
  const { key, personId, kind, about, ...mail } = message;
  const { database, clock } = services;
  const { to: recipient, subject } = mail;
  const unsent = { recipient, kind, about, subject, status: 'queued', problem: null } as const;
  const [open] = await database
    .insert(sentMessages)
    .values({ key, personId, channel: 'email', ...unsent, createdAt: clock.now() })
    .onConflictDoUpdate({
      target: sentMessages.key,
      set: unsent,
      setWhere: ne(sentMessages.status, 'sent'),
    })
    .returning({ id: sentMessages.id, createdAt: sentMessages.createdAt });
  if (!open) return;

  const note = (outcome: Pick<typeof sentMessages.$inferInsert, 'status' | 'problem'>) =>
    database
      .update(sentMessages)
      .set({ ...outcome, ...(outcome.status !== 'queued' && { settledAt: clock.now() }) })
      .where(eq(sentMessages.id, open.id));
  try {
    // With the time of the note, because another database of the same school may have the same key.
    await sendMail(services, { ...mail, key: `${key} ${open.createdAt.toISOString()}` });
  } catch (error) {
    const status = error instanceof GiveUp ? 'failed' : 'queued';
    await note({ status, problem: (error as Error).message });
    throw error;
  }
  await note({ status: 'sent', problem: null });
}
