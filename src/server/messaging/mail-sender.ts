import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { people, sentMessages } from '../database/schema.ts';
import { type Mail, MailProblem } from '../integrations/mail/port.ts';
import { GiveUp, outcomeOf } from '../jobs/outcomes.ts';
import { countMessage } from '../platform/metrics.ts';
import type { Services } from '../platform/services.ts';
import { holdMails, releaseMails, waitWhileHeld } from './mail-hold.ts';
import type { MessageNote } from './message-note.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer'>;

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

type MailOnce = MessageNote & MailOfKey;

interface MailOfKey extends Mail {
  personId: number;
  /** It tells of the end of their access, and is sent all the same. */
  saysAccessEnded?: boolean;
}

/**
 * A job may run again after its mail has left, and then sends none. Only a process that dies between the provider's
 * answer and the note of it sends a mail twice; both copies have the same Message-ID, so most mailboxes show one.
 * Nobody whose access has ended gets any.
 */
export function sendMailOnce(services: Deps, mail: MailOnce): Promise<void> {
  const group = mail.kind === 'login-link' ? 'login' : 'mail';
  return services.queue.withLock(group, `mail: ${mail.key}`, () => sendUnlessSent(services, mail));
}

/**
 * For a mail that another one makes outdated: both share the lock, and `decide` runs inside it, so that it never goes by
 * what was true while the mail waited for its turn. It returns null if there is nothing to send any more.
 */
export function sendMailIfStillTrue(
  services: Deps,
  { lock, key }: { lock: string; key: string },
  decide: () => Promise<MailOnce | null>,
): Promise<void> {
  return services.queue.withLock('mail', `mail: ${lock}`, async () => {
    const mail = await decide();
    if (mail) await sendUnlessSent(services, mail);
    else await forgetUnsent(services.database, key);
  });
}

export async function sendUnlessSent(services: Deps, message: MailOnce) {
  const { key, personId, kind, about, saysAccessEnded = false, ...mail } = message;
  const { database, clock } = services;
  const whereReached = and(
    eq(people.id, personId),
    isNull(saysAccessEnded ? people.erasedAt : people.deactivatedAt),
  );
  if ((await database.$count(people, whereReached)) === 0) return forgetUnsent(database, key);
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

/** An earlier try may have left a note, and no job will come back to it. */
async function forgetUnsent(database: Database, key: string): Promise<void> {
  await database
    .delete(sentMessages)
    .where(and(eq(sentMessages.key, key), eq(sentMessages.status, 'queued')));
}
