import { sql } from 'drizzle-orm';
import { formatSlot } from '../../course/format-time.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { mailHold } from '../database/schema.ts';
import type { MailProblem } from '../integrations/mail/port.ts';
import { TryLater } from '../jobs/outcomes.ts';

/** A server that is away may be back in a moment; what an operator has to mend takes longer. */
const firstTrySeconds = { down: 5, limited: 15, misconfigured: 60 };
const longestSeconds = 15 * 60;

/**
 * Throws for a mail that need not be tried yet, because the server takes none at all. Such mails lose no tries, and
 * whichever of them is due next asks the server again.
 */
export async function waitWhileHeld(database: Database): Promise<void> {
  const [hold] = await database
    .select({
      reason: mailHold.reason,
      seconds: sql<string>`extract(epoch from ${mailHold.retryAt} - now())`,
    })
    .from(mailHold);
  const seconds = Number(hold?.seconds ?? 0);
  if (hold && seconds > 0) throw new TryLater(seconds, hold.reason);
}

/** Notes that the server takes no mails. Answers what the job is to throw; null for a problem of one mail. */
export async function holdMails(
  database: Database,
  { kind, message: reason }: MailProblem,
): Promise<TryLater | null> {
  if (kind === 'refused' || kind === 'busy') return null;
  const first = firstTrySeconds[kind];
  const after = (seconds: unknown) => sql`now() + make_interval(secs => ${seconds})`;
  const waited = sql`extract(epoch from now() - ${mailHold.since})`;
  await database
    .insert(mailHold)
    .values({ reason, since: sql`now()`, retryAt: after(first) })
    .onConflictDoUpdate({
      target: mailHold.isOnly,
      set: {
        reason,
        retryAt: after(sql`least(${longestSeconds}, greatest(${first}, ${waited} / 4))`),
      },
    });
  return new TryLater(first, reason);
}

/** Has the next mail ask the server at once. */
export async function endMailWait(transaction: Transaction): Promise<void> {
  await transaction.update(mailHold).set({ retryAt: sql`now()` });
}

/** After a mail that the server took. */
export async function releaseMails(database: Database): Promise<void> {
  await database.delete(mailHold);
}

/** Why no mail goes out, as a sentence for whoever runs the portal. */
export async function findMailTrouble(database: Database): Promise<string | null> {
  const [hold] = await database.select().from(mailHold);
  if (!hold) return null;
  return `No email has gone out since ${formatSlot(hold.since)}. ${hold.reason.replace(/\.$/, '')}. Everything that is waiting goes out by itself once the mail server accepts it.`;
}
