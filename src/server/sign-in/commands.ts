import { eq } from 'drizzle-orm';
import { effectOfCorrection } from '../../course/corrected-contact.ts';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, type Person } from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { deriveNonce, shortNonceBytes } from '../platform/tokens.ts';
import { endLoginLinks, endSessions } from './access.ts';
import { sendWelcome } from './link-messages.ts';
import { linkOf, newToken } from './links.ts';

type Deps = Pick<Services, 'clock' | 'queue' | 'settings'>;

/** A link that is handed over without a mail server. No browser has asked for it, so it leads through the Continue page. */
export async function writeOneDayLink(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  transaction: Transaction,
  personId: number,
): Promise<{ link: string; expiresAt: Date }> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const token = newToken(settings, { personId, kind: 'printed', createdAt, expiresAt });
  await transaction.insert(loginTokens).values(token);
  return { link: linkOf(settings, token), expiresAt };
}

interface ReminderLink {
  personId: number;
  /** What it reminds of. The link is derived from it, so that a job that runs again writes the same. */
  about: string;
  redirectTo: string;
  expiresAt: Date;
  /** It goes to a number that is not confirmed: whoever opens it there signs in by themselves. */
  isPlain?: boolean;
}

/** A link that signs in and lands on the right page. Older links stay active: nobody asked for this one. */
export async function writeReminderLink(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  transaction: Transaction,
  { about, isPlain, ...link }: ReminderLink,
): Promise<string> {
  if (isPlain) return settings.publicUrl + link.redirectTo;
  const createdAt = clock.now();
  for (let attempt = 1; ; attempt += 1) {
    const source = attempt === 1 ? about : `${about} ${attempt}`;
    const nonce = deriveNonce(settings.linkKey, source, shortNonceBytes);
    const token = newToken(settings, { ...link, nonce, kind: 'reminder', createdAt });
    await transaction.insert(loginTokens).values(token).onConflictDoNothing();
    const [written] = await transaction
      .select({ endedAt: loginTokens.endedAt })
      .from(loginTokens)
      .where(eq(loginTokens.tokenHash, token.tokenHash));
    // One that was used or replaced since the job ran before would sign nobody in.
    if (!written?.endedAt) return linkOf(settings, token);
  }
}

/** For an account whose email or phone may have been corrected, with the person locked. Says whether it was. */
export async function renewAccess(
  services: Deps,
  transaction: Transaction,
  { id, email, textPhone: phone, lastSignInAt }: Person,
  corrected: { email: string; phone: string | null },
): Promise<boolean> {
  const effect = effectOfCorrection(
    { email, phone, hasSignedIn: lastSignInAt !== null },
    corrected,
  );
  if (effect === 'none') return false;
  await endSessions(transaction, id);
  await endLoginLinks(transaction, id, services.clock.now());
  if (effect === 'welcomed-again') await sendWelcome(services, transaction, id);
  return true;
}
