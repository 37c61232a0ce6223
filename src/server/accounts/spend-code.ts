import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { loginCodes, loginTokens, people } from '../database/schema.ts';
import type { SessionPerson, Sessions } from '../http/session.ts';
import { DomainError } from '../platform/errors.ts';
import { isActive } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveCode, isSameSecret } from '../platform/tokens.ts';
import { beginSession, type Origin, type SignedIn } from './begin-session.ts';
import { type Identifier, identifierHash, readIdentifier, whereReached } from './identifier.ts';
import { CODE_TRIES, countCode, countToken, noteRefused, senderOf } from './limits.ts';
import { findRefusedLink } from './refused-link.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'> & { sessions: Sessions };

interface Attempt {
  /** The email or phone that the link was asked for with. */
  email?: string | undefined;
  /** Of the refused link in whose place it was sent. */
  token?: string | undefined;
  code: string;
  current: SessionPerson | null;
}

/**
 * Signs in by the code beside a link, in the browser that asked for it. An email or phone that nobody has takes the
 * same statements and gets the same answers: its tries are counted too, and no code is ever right.
 */
export async function spendCode(
  services: Deps,
  { email, token: refused, code, current }: Attempt,
  origin: Origin,
): Promise<SignedIn> {
  const { database, clock, sessions, settings } = services;
  const now = clock.now();
  const sender = senderOf(origin.ip);
  if (!(await countToken(database, now, sender))) throw new DomainError('too-many-attempts');
  const identifier = refused
    ? (await findRefusedLink(services, refused))?.to
    : readIdentifier(email ?? '');
  if (!identifier) throw new DomainError(refused ? 'code-expired' : 'identifier-invalid');
  const { browserHash } = origin;
  if (!browserHash) throw new DomainError('code-expired');

  const asked = and(
    eq(loginCodes.browserHash, browserHash),
    eq(loginCodes.identifierHash, identifierHash(settings, identifier)),
  );
  const left = await takeTry();
  if (!(await countCode(database, now, identifier))) throw new DomainError('code-dead');
  const found = await findNewestLink(identifier, browserHash);
  // A nonce of zeros belongs to nobody's link.
  const right = deriveCode(settings.linkKey, found?.token.nonce ?? Buffer.alloc(32));
  if (!isSameSecret(code, right) || !found) return refuse();
  const { token, person } = found;
  if (token.endedAt && current?.id === person.id)
    return { person: current, redirectTo: token.redirectTo };
  if (!isActive(settings, token, now)) throw new DomainError('code-over');
  const outcome = await database.transaction(async (transaction) => {
    const signedIn = await beginSession(sessions, transaction, {
      token,
      now,
      origin,
      hasAsked: true,
      byCode: true,
    });
    if (signedIn) await transaction.delete(loginCodes).where(asked);
    return signedIn;
  });
  if (!outcome) throw new DomainError('code-over');
  return outcome;

  /** Counted before the code is looked at, so that many at once are no more than five. */
  async function takeTry(): Promise<number> {
    const { tries, expiresAt } = loginCodes;
    const [counted] = await database
      .update(loginCodes)
      .set({ tries: sql`${tries} + 1` })
      .where(and(asked, gt(expiresAt, now), lt(tries, CODE_TRIES)))
      .returning({ tries });
    if (counted) return CODE_TRIES - counted.tries;
    const isDead = await database.$count(loginCodes, and(asked, gt(expiresAt, now)));
    throw new DomainError(isDead ? 'code-dead' : 'code-expired');
  }

  async function findNewestLink(to: Identifier, browser: Buffer) {
    const [row] = await database
      .select({ token: loginTokens, person: people })
      .from(loginTokens)
      .innerJoin(people, eq(people.id, loginTokens.personId))
      .where(
        and(
          whereReached(to),
          isNull(people.deactivatedAt),
          eq(loginTokens.kind, 'asked'),
          eq(loginTokens.browserHash, browser),
        ),
      )
      .orderBy(desc(loginTokens.createdAt))
      .limit(1);
    return row;
  }

  async function refuse(): Promise<never> {
    const about = { subject: `browser:${browserHash?.toString('base64url').slice(0, 8)}` };
    await noteRefused(database, now, { sender, ip: origin.ip, actorId: current?.id, about });
    throw left > 0 ? new DomainError('code-wrong', { left }) : new DomainError('code-dead');
  }
}
