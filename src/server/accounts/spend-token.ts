import { and, eq } from 'drizzle-orm';
import type { accountCalls } from '../../contract/accounts.ts';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Transaction } from '../database/connect.ts';
import { lockRow, updateRows } from '../database/rows.ts';
import { loginTokens, people } from '../database/schema.ts';
import type { SessionPerson, Sessions } from '../http/session.ts';
import { audit } from '../platform/audit.ts';
import { DAY_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { isActive } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveToken, sha256 } from '../platform/tokens.ts';
import { maskEmail } from './identifier.ts';
import { countToken, noteRefused } from './limits.ts';
import { isCopierAllowed, isUnused } from './queries.ts';
import { describeRefusal, findLink, unknownLink } from './refused-link.ts';

interface Attempt extends BodyOf<typeof accountCalls.verifyLink> {
  /** Set if the browser is already signed in, for example when a reload posts the token again. */
  current: SessionPerson | null;
}

export async function spendToken(
  services: Services & { sessions: Sessions },
  attempt: Attempt,
  origin: Origin,
) {
  const { database, clock, sessions, settings } = services;
  const { current } = attempt;
  const now = clock.now();
  await countToken(services, origin.ip);
  const found = await findLink(database, attempt.token);
  if (!found || found.person.deactivatedAt) return refuse(found);
  const { token, person: owner } = found;
  const { browserHash } = origin;
  const hasAsked = browserHash !== null && token.browserHash?.equals(browserHash) === true;
  // Unrequested links start shorter sessions, so owners keep their current session unless a staff link started it.
  const startsNewSession = hasAsked || (current?.usesStaffLink && token.kind !== 'staff');
  if (current?.id === owner.id && (token.endedAt || !startsNewSession)) {
    return { person: current, redirectTo: token.redirectTo };
  }
  // Links derived from an older `LINK_KEY` no longer work.
  const isOurs = deriveToken(settings.linkKey, token.nonce) === attempt.token;
  const isUsable = isOurs && isActive(settings, token, now);
  if (!isUsable || !(await isCopierAllowed(services, token))) return refuse(found);
  const isOther = current !== null && current.id !== owner.id;
  if ((!hasAsked || isOther) && !attempt.confirmed) {
    return {
      confirmAs: maskEmail(owner.email),
      ...(!hasAsked && { kind: token.kind }),
      ...(isOther && { signedInAs: current.email }),
    };
  }
  const outcome = await database.transaction((transaction) =>
    beginSession(sessions, transaction, { token, now, origin, hasAsked }),
  );
  // If there is no outcome, the link was used or the account was deactivated in the meantime.
  return outcome ?? refuse(await findLink(database, attempt.token));

  async function refuse(known?: typeof found): Promise<never> {
    const about = known
      ? { person: known.person.id }
      : { subject: `token:${sha256(attempt.token).toString('base64url').slice(0, 8)}` };
    await noteRefused(services, { ip: origin.ip, actorId: current?.id, about });
    const isKnown = known && !known.person.deactivatedAt;
    throw new DomainError(
      'login-token-invalid',
      isKnown ? describeRefusal(settings, known.token, known.person, now) : unknownLink,
    );
  }
}

export interface Origin {
  ip: string;
  userAgent: string | undefined;
  browserHash: Buffer | null;
}

export interface SignedIn {
  person: SessionPerson;
  redirectTo?: string | null;
  session?: { id: string; expiresAt: Date };
}

interface SignIn {
  token: typeof loginTokens.$inferSelect;
  now: Date;
  origin: Origin;
  hasAsked: boolean;
  byCode?: boolean;
}

export async function beginSession(
  sessions: Sessions,
  transaction: Transaction,
  { token, now, origin, hasAsked, byCode = false }: SignIn,
): Promise<SignedIn | null> {
  // Lock the person until the session exists, so that a concurrent change to the role or email also ends this session.
  const person = await lockRow(transaction, people, { id: token.personId }, 'no key update');
  const isMeant = and(eq(loginTokens.tokenHash, token.tokenHash), isUnused(now));
  const used = { endedAt: now, endReason: 'used' } as const;
  const [spent] = await updateRows(transaction, loginTokens, isMeant, used).returning();
  if (!person || person.deactivatedAt || !spent) return null;
  const usesStaffLink = token.kind === 'staff';
  // If this browser didn't request the link, its user may not be the owner, so the session lasts a day at most.
  const signedIn = await sessions.start(transaction, person, {
    maxLifetimeMs: hasAsked ? undefined : DAY_MS,
    userAgent: origin.userAgent,
    usesStaffLink,
  });
  if (!usesStaffLink) {
    await updateRows(transaction, people, { id: person.id }, { lastSignInAt: now });
  }
  const after = {
    ...(token.copiedBy !== null && { copiedBy: token.copiedBy }),
    ...(byCode && { by: 'code' }),
  };
  const action = signInAction(token.kind, hasAsked);
  await audit(transaction, { id: person.id, ip: origin.ip }, now, action, {
    person: person.id,
    ...(Object.keys(after).length > 0 && { after }),
  });
  return { ...signedIn, redirectTo: spent.redirectTo };
}

function signInAction(kind: string, hasAsked: boolean): AuditAction {
  if (kind === 'staff') return 'sign-in: link copied by staff';
  return hasAsked ? 'sign-in' : 'sign-in: another browser';
}
