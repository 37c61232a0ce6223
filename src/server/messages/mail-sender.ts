import { ne } from 'drizzle-orm';
import { updateRows } from '../database/rows.ts';
import { sentMessages } from '../database/schema.ts';
import { type Mail, MailProblem } from '../integrations/mail/port.ts';
import { guard, type Holding } from '../jobs/holds.ts';
import { GiveUp, outcomeOf } from '../jobs/outcomes.ts';
import { countMessage } from '../platform/metrics.ts';
import type { VendorServices } from '../platform/services.ts';
import type { VendorProblem } from '../platform/vendor-problem.ts';
import type { MessageNote } from './define-message.ts';

/** The delay before the first retry. An outage may be short, but an operator needs longer to correct the settings. */
const firstSeconds = { down: 5, limited: 15, misconfigured: 60 };

function holdingOf({ kind }: VendorProblem<string>): Holding | null {
  if (kind !== 'down' && kind !== 'limited' && kind !== 'misconfigured') return null;
  return { scope: 'mail', firstSeconds: firstSeconds[kind] };
}

/** Puts all email on hold if the server accepts none. If it rejects only this email, fails without a retry. */
async function sendMail(services: VendorServices, mail: Mail): Promise<string> {
  const work = async () => {
    try {
      const response = await services.mailer.send(mail);
      countMessage('email', 'sent');
      return response;
    } catch (error) {
      if (!(error instanceof MailProblem)) throw error;
      countMessage('email', error.kind === 'refused' ? 'refused' : 'waiting');
      throw error;
    }
  };
  try {
    return await guard(services, { scopes: ['mail'], holdingOf, work });
  } catch (error) {
    throw error instanceof MailProblem ? outcomeOf(error) : error;
  }
}

interface MailOnce extends Omit<Mail, 'key'> {
  row: MessageNote;
}

/**
 * Sends one email per key. If the process dies between the server's response and `note`, a retry sends the email again,
 * but with the same Message-ID, so most inboxes show only one copy.
 */
export async function sendUnlessSent(services: VendorServices, message: MailOnce) {
  const { row, ...mail } = message;
  const { database, clock } = services;
  const { to: recipient, subject } = mail;
  const unsent = { ...row, recipient, subject, status: 'queued', problem: null } as const;
  const [open] = await database
    .insert(sentMessages)
    .values({ ...unsent, channel: 'email', createdAt: clock.now() })
    .onConflictDoUpdate({
      target: sentMessages.key,
      set: unsent,
      setWhere: ne(sentMessages.status, 'sent'),
    })
    .returning({ id: sentMessages.id, createdAt: sentMessages.createdAt });
  if (!open) return;

  const note = (outcome: Partial<typeof sentMessages.$inferInsert>) => {
    const settled = outcome.status !== 'queued' && { settledAt: clock.now() };
    return updateRows(database, sentMessages, { id: open.id }, { ...outcome, ...settled });
  };
  // Add the time, because the same key in another of the school's databases would give two emails the same Message-ID.
  const key = `${row.key} ${open.createdAt.toISOString()}`;
  const providerId = await sendMail(services, { ...mail, key }).catch(async (error: Error) => {
    const status = error instanceof GiveUp ? 'failed' : 'queued';
    await note({ status, problem: error.message });
    throw error;
  });
  await note({ status: 'sent', problem: null, providerId });
}
