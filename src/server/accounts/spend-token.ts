import type { LINK_KINDS } from '../../contract/accounts.ts';
import type { SessionPerson, Sessions } from '../http/session.ts';
import { DomainError } from '../platform/errors.ts';
import { isActive } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveToken, sha256 } from '../platform/tokens.ts';
import { beginSession, type Origin, type SignedIn } from './begin-session.ts';
import { maskEmail } from './identifier.ts';
import { countToken, noteRefused, senderOf } from './limits.ts';
import { isCopierAllowed } from './queries.ts';
import { describeRefusal, findLink, unknownLink } from './refused-link.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'> & {
  sessions: Sessions;
};

interface Attempt {
  token: string;
  isConfirmed: boolean;
  /** Who is signed in already, such as when the page is reloaded and posts its token again. */
  current: SessionPerson | null;
}

interface Confirmation {
  confirmAs: string;
  /** Missing in the browser that requested the link. */
  kind?: (typeof LINK_KINDS)[number];
  signedInAs?: string;
}

export async function spendToken(
  services: Deps,
  attempt: Attempt,
  origin: Origin,
): Promise<Confirmation | SignedIn> {
  const { database, clock, sessions, settings } = services;
  const { current } = attempt;
  const now = clock.now();
  const sender = senderOf(origin.ip);
  await countToken(database, now, sender);
  const found = await findLink(database, attempt.token);
  if (!found || found.person.deactivatedAt) return refuse(found);
  const { token, person: owner } = found;
  const { browserHash } = origin;
  const hasAsked = browserHash !== null && token.browserHash?.equals(browserHash) === true;
  // The owner keeps the current session, because a reminder's link would start a shorter one. But their own link
  // replaces a session that was started with a staff link, which may do less.
  const startsNewSession = hasAsked || (current?.usesStaffLink && token.kind !== 'staff');
  if (current?.id === owner.id && (token.endedAt || !startsNewSession)) {
    return { person: current, redirectTo: token.redirectTo };
  }
  // Links made with an older `LINK_KEY` don't count.
  const isOurs = deriveToken(settings.linkKey, token.nonce) === attempt.token;
  const isUsable = isOurs && isActive(settings, token, now);
  if (!isUsable || !(await isCopierAllowed(services, token))) return refuse(found);
  const isOther = current !== null && current.id !== owner.id;
  if ((!hasAsked || isOther) && !attempt.isConfirmed) {
    return {
      confirmAs: maskEmail(owner.email),
      ...(!hasAsked && { kind: token.kind }),
      ...(isOther && { signedInAs: current.email }),
    };
  }
  const outcome = await database.transaction((transaction) =>
    beginSession(sessions, transaction, { token, now, origin, hasAsked }),
  );
  // In the meantime the link was used, or the account deactivated.
  return outcome ?? refuse(await findLink(database, attempt.token));

  async function refuse(known?: typeof found): Promise<never> {
    const about = known
      ? { person: known.person.id }
      : { subject: `token:${sha256(attempt.token).toString('base64url').slice(0, 8)}` };
    await noteRefused(database, now, { sender, ip: origin.ip, actorId: current?.id, about });
    const isKnown = known && !known.person.deactivatedAt;
    throw new DomainError(
      'login-token-invalid',
      isKnown ? describeRefusal(settings, known.token, known.person, now) : unknownLink,
    );
  }
}
