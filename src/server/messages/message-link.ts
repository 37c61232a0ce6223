import { gatherWith } from '../database/gather.ts';
import { issueLinks, linkOf } from '../platform/login-links.ts';
import { deriveShortNonce } from '../platform/tokens.ts';
import type { Lookup } from './define-message.ts';

interface SignInLink {
  personId: number;
  /** Identifies the message. The link is derived from this value, so a retried job sends the same link. */
  about: string;
  redirectTo: string;
  expiresAt: Date;
  /** Set for unconfirmed numbers: the link opens the page but doesn't sign the person in. */
  isPlain?: boolean;
}

/** Issues a link without ending the person's older links, and returns its URL. */
export async function writeSignInLink(services: Lookup, { about, isPlain, ...link }: SignInLink) {
  const { settings } = services;
  if (isPlain) return settings.publicUrl + link.redirectTo;
  for (let attempt = 1; ; attempt += 1) {
    const source = attempt === 1 ? about : `${about} ${attempt}`;
    const nonce = deriveShortNonce(settings.linkKey, source);
    const token = await issueReminderLink(services, { ...link, nonce });
    // An earlier run of the job may have issued this link, and the person may have used it since. If so, issue another
    // one.
    if (!token.endedAt) return linkOf(settings, token);
  }
}

type NewLink = Omit<SignInLink, 'about' | 'isPlain'> & { nonce: Buffer };

/** Doesn't wait for more links, because the reminders are locked and come together anyway. */
const issueReminderLink = gatherWith(async (services: Lookup, links: NewLink[]) => {
  // Each link locks its person, and people are always locked in order of ID.
  const inOrder = links.toSorted((a, b) => a.personId - b.personId);
  const tokens = await issueLinks(services, services.database, 'reminder', inOrder);
  return links.map(({ nonce }) => {
    const token = tokens.find((one) => one.nonce.equals(nonce));
    if (!token) throw new Error('the link was not returned');
    return token;
  });
}, 0);
