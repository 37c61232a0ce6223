import { eq } from 'drizzle-orm';
import type { LINK_KINDS } from '../../contract/accounts.ts';
import { loginTokens, people } from '../database/schema.ts';
import type { SessionPerson, Sessions } from '../http/session.ts';
import { DomainError } from '../platform/errors.ts';
import { isActive } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveToken, sha256 } from '../platform/tokens.ts';
import { beginSession, type Origin, type SignedIn } from './begin-session.ts';
import { maskEmail } from './identifier.ts';
import { countToken, noteRefused, senderOf } from './limits.ts';
import { isCopierAllowed } from './queries.ts';
import { describeRefusal, unknownLink } from './refused-link.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'> & {
  sessions: Sessions;
};

interface Attempt {
  token: string;
  isConfirmed: boolean;
  /** Who is signed in already: a page that is loaded again posts its token again. */
  current: SessionPerson | null;
}

interface Confirmation {
  confirmAs: string;
  /** Absent in the browser that asked for the link. */
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
  if (!(await countToken(database, now, sender))) throw new DomainError('too-many-attempts');
  const tokenHash = sha256(attempt.token);
  const found = await findToken(tokenHash);
  if (!found || found.person.deactivatedAt) return refuse(found);
  const { token, person: owner } = found;
  const { browserHash } = origin;
  const hasAsked = browserHash !== null && token.browserHash?.equals(browserHash) === true;
  // Whoever is signed in as its owner keeps the session they have: a link of a reminder would begin a shorter one.
  // In place of a session by a link of staff, their own link begins one that may do more.
  const beginsAnew = hasAsked || (current?.usesStaffLink && token.kind !== 'staff');
  if (current?.id === owner.id && (token.endedAt || !beginsAnew)) {
    return { person: current, redirectTo: token.redirectTo };
  }
  // A link that was made with another key than today's is none.
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
  // Meanwhile it was spent by another, or the account has lost its access.
  return outcome ?? refuse(await findToken(tokenHash));

  async function findToken(hash: Buffer) {
    const [row] = await database
      .select({ token: loginTokens, person: people })
      .from(loginTokens)
      .innerJoin(people, eq(people.id, loginTokens.personId))
      .where(eq(loginTokens.tokenHash, hash));
    return row;
  }

  async function refuse(known?: Awaited<ReturnType<typeof findToken>>): Promise<never> {
    const about = known
      ? { person: known.person.id }
      : { subject: `token:${tokenHash.toString('base64url').slice(0, 8)}` };
    await noteRefused(database, now, { sender, ip: origin.ip, actorId: current?.id, about });
    const isKnown = known && !known.person.deactivatedAt;
    throw new DomainError(
      'login-token-invalid',
      isKnown ? describeRefusal(settings, known.token, known.person, now) : unknownLink,
    );
  }
}
