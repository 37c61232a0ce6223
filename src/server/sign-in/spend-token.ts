import { and, eq, gt, isNull } from 'drizzle-orm';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { Person } from '../database/schema.ts';
import { loginTokens, people } from '../database/schema.ts';
import type { Sessions } from '../http/session.ts';
import { recordAudit } from '../platform/audit.ts';
import { DAY_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { deriveToken, sha256 } from '../platform/tokens.ts';
import { maskEmail } from './identifier.ts';
import { countRefusedToken, countToken, senderOf } from './limits.ts';
import { isActive } from './links.ts';
import { isCopierAllowed } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'> & {
  sessions: Sessions;
};

interface Origin {
  ip: string;
  userAgent: string | undefined;
  /** Null for a browser without a cookie of ours: it has asked for no link. */
  browserHash: Buffer | null;
}

interface Attempt {
  token: string;
  isConfirmed: boolean;
  /** Who is signed in already: a page that is loaded again posts its token again. */
  current: Person | null;
}

type Outcome =
  | { confirmAs: string }
  | { person: Person; redirectTo: string | null; session?: { id: string; expiresAt: Date } };

export async function spendToken(
  services: Deps,
  attempt: Attempt,
  origin: Origin,
): Promise<Outcome> {
  const { database, clock, sessions, settings } = services;
  const now = clock.now();
  const sender = senderOf(origin.ip);
  if (!(await countToken(database, now, sender))) throw new DomainError('too-many-attempts');
  const tokenHash = sha256(attempt.token);
  const [found] = await database
    .select({ token: loginTokens, person: people })
    .from(loginTokens)
    .innerJoin(people, eq(people.id, loginTokens.personId))
    .where(eq(loginTokens.tokenHash, tokenHash));
  if (!found) return refuse();
  const { token } = found;
  if (token.endedAt && attempt.current?.id === found.person.id) {
    return { person: found.person, redirectTo: token.redirectTo };
  }
  // A link that was made with another key than today's is none.
  const isOurs = deriveToken(settings.linkKey, token.nonce) === attempt.token;
  const isUsable = isOurs && !found.person.deactivatedAt && isActive(settings, token, now);
  if (!isUsable || !(await isCopierAllowed(services, token))) return refuse();
  const { browserHash } = origin;
  const hasAsked = browserHash !== null && token.browserHash?.equals(browserHash) === true;
  if (!hasAsked && !attempt.isConfirmed) return { confirmAs: maskEmail(found.person.email) };

  const outcome = await database.transaction(async (transaction) => {
    // Locked until the session exists, so that a change of role or email at this moment ends it, too.
    const [person] = await transaction
      .select()
      .from(people)
      .where(eq(people.id, token.personId))
      .for('no key update');
    const [spent] = await transaction
      .update(loginTokens)
      .set({ endedAt: now })
      .where(
        and(
          eq(loginTokens.tokenHash, tokenHash),
          isNull(loginTokens.endedAt),
          gt(loginTokens.expiresAt, now),
        ),
      )
      .returning();
    if (!person || person.deactivatedAt || !spent) return null;
    // Whoever opens a link that another browser asked for may not be its owner: a day is enough.
    const session = await sessions.start(transaction, person, {
      maxLifetimeMs: hasAsked ? undefined : DAY_MS,
      userAgent: origin.userAgent,
    });
    // A link that staff copied may have been opened by anybody.
    if (token.kind !== 'staff') {
      await transaction.update(people).set({ lastSignInAt: now }).where(eq(people.id, person.id));
    }
    await recordAudit(transaction, {
      at: now,
      actorId: person.id,
      action: signInAction(token.kind, hasAsked),
      subject: `person:${person.id}`,
      ...(token.copiedBy !== null && { after: { copiedBy: token.copiedBy } }),
      ip: origin.ip,
    });
    return { person, redirectTo: spent.redirectTo, session };
  });
  return outcome ?? refuse();

  async function refuse(): Promise<never> {
    if (await countRefusedToken(database, now, sender)) {
      await recordAudit(database, {
        at: now,
        actorId: attempt.current?.id ?? null,
        action: 'sign-in: refused',
        subject: found
          ? `person:${found.person.id}`
          : `token:${tokenHash.toString('base64url').slice(0, 8)}`,
        ip: origin.ip,
      });
    }
    throw new DomainError('login-token-invalid');
  }
}

function signInAction(kind: string, hasAsked: boolean): AuditAction {
  if (kind === 'staff') return 'sign-in: link copied by staff';
  return hasAsked ? 'sign-in' : 'sign-in: another browser';
}
