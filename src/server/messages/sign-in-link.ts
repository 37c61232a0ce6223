import type { Transaction } from '../database/connect.ts';
import { issueLink, linkOf } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveNonce, shortNonceBytes } from '../platform/tokens.ts';

interface SignInLink {
  personId: number;
  /** Identifies the message. The link is derived from this value, so a retried job sends the same link. */
  about: string;
  redirectTo: string;
  expiresAt: Date;
  /** Set for unconfirmed numbers: the link opens the page but doesn't sign the person in. */
  isPlain?: boolean;
}

/** Returns a link that signs the person in and opens the right page. Older links keep working. */
export async function writeSignInLink(
  services: Omit<Services, 'database'>,
  transaction: Transaction,
  { about, isPlain, ...link }: SignInLink,
): Promise<string> {
  const { settings } = services;
  if (isPlain) return settings.publicUrl + link.redirectTo;
  for (let attempt = 1; ; attempt += 1) {
    const source = attempt === 1 ? about : `${about} ${attempt}`;
    const nonce = deriveNonce(settings.linkKey, source, shortNonceBytes);
    const token = await issueLink(services, transaction, 'reminder', { ...link, nonce });
    // The job's first run may have issued this link, and the person may have used it since.
    if (!token.endedAt) return linkOf(settings, token);
  }
}
