import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { loginTokens } from '../database/schema.ts';
import { linkOf, newToken } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveNonce, shortNonceBytes } from '../platform/tokens.ts';

interface SignInLink {
  personId: number;
  /** What the message is about. The link is derived from it, so that a job that runs again writes the same. */
  about: string;
  redirectTo: string;
  expiresAt: Date;
  /** It goes to a number that is not confirmed: whoever opens it there signs in by themselves. */
  isPlain?: boolean;
}

/** A link that signs in and lands on the right page. Older links stay active: nobody asked for this one. */
export async function writeSignInLink(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  transaction: Transaction,
  { about, isPlain, ...link }: SignInLink,
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
