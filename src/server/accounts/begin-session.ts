import { and, eq, gt, isNull } from 'drizzle-orm';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, people } from '../database/schema.ts';
import type { SessionPerson, Sessions } from '../http/session.ts';
import { audit } from '../platform/audit.ts';
import { DAY_MS } from '../platform/clock.ts';

type Token = typeof loginTokens.$inferSelect;

export interface Origin {
  ip: string;
  userAgent: string | undefined;
  /** Null for a browser without our cookie, which has requested no link. */
  browserHash: Buffer | null;
}

export interface SignedIn {
  person: SessionPerson;
  redirectTo: string | null;
  /** Missing if the browser was signed in already. */
  session?: { id: string; expiresAt: Date };
}

interface SignIn {
  token: Token;
  now: Date;
  origin: Origin;
  hasAsked: boolean;
  byCode?: boolean;
}

/** Uses up a token and starts a session. Returns null if the token was used or ended in the meantime. */
export async function beginSession(
  sessions: Sessions,
  transaction: Transaction,
  { token, now, origin, hasAsked, byCode = false }: SignIn,
): Promise<SignedIn | null> {
  // Locked until the session exists, so a concurrent change of role or email ends this session too.
  const [person] = await transaction
    .select()
    .from(people)
    .where(eq(people.id, token.personId))
    .for('no key update');
  const [spent] = await transaction
    .update(loginTokens)
    .set({ endedAt: now, endReason: 'used' })
    .where(
      and(
        eq(loginTokens.tokenHash, token.tokenHash),
        isNull(loginTokens.endedAt),
        gt(loginTokens.expiresAt, now),
      ),
    )
    .returning();
  if (!person || person.deactivatedAt || !spent) return null;
  const usesStaffLink = token.kind === 'staff';
  // Someone else may have opened a link that this browser didn't request, so the session lasts a day at most.
  const session = await sessions.start(transaction, person, {
    maxLifetimeMs: hasAsked ? undefined : DAY_MS,
    userAgent: origin.userAgent,
    usesStaffLink,
  });
  if (!usesStaffLink) {
    await transaction.update(people).set({ lastSignInAt: now }).where(eq(people.id, person.id));
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
  return { person: { ...person, usesStaffLink }, redirectTo: spent.redirectTo, session };
}

function signInAction(kind: string, hasAsked: boolean): AuditAction {
  if (kind === 'staff') return 'sign-in: link copied by staff';
  return hasAsked ? 'sign-in' : 'sign-in: another browser';
}
