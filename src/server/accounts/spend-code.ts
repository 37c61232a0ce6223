import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { accountCalls } from '../../contract/accounts.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import { match } from '../database/rows.ts';
import { loginCodes, loginTokens, people } from '../database/schema.ts';
import type { SessionPerson, Sessions } from '../http/session.ts';
import { DomainError } from '../platform/errors.ts';
import { isActive } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveCode, isSameSecret } from '../platform/tokens.ts';
import { type Identifier, identifierHash, readIdentifier, whereReached } from './identifier.ts';
import { countCode, countToken, noteRefused, takeTry, wrongCode } from './limits.ts';
import { findRefusedLink } from './refused-link.ts';
import { beginSession, type Origin, type SignedIn } from './spend-token.ts';

type Attempt = BodyOf<typeof accountCalls.verifyCode> & { current: SessionPerson | null };

/**
 * Signs a person in with the code that came with a link, in the browser that requested the link. Unknown emails and
 * phone numbers go through the same queries and limits, so the response doesn't reveal whether an account exists.
 */
export async function spendCode(
  services: Services & { sessions: Sessions },
  { email, token: refused, code, current }: Attempt,
  origin: Origin,
): Promise<SignedIn> {
  const { database, clock, sessions, settings } = services;
  const now = clock.now();
  await countToken(services, origin.ip);
  const identifier = refused
    ? (await findRefusedLink(services, refused))?.to
    : readIdentifier(email ?? '');
  if (!identifier) throw new DomainError(refused ? 'code-expired' : 'identifier-invalid');
  const { browserHash } = origin;
  if (!browserHash) throw new DomainError('code-expired');

  const asked = match(loginCodes, {
    browserHash,
    identifierHash: identifierHash(settings, identifier),
  });
  const attempt = await takeTry(database, loginCodes, and(asked, gt(loginCodes.expiresAt, now)));
  if (typeof attempt === 'string') throw new DomainError(`code-${attempt}`);
  if (!(await countCode(database, now, identifier))) throw new DomainError('code-dead');
  const found = await findNewestLink(database, identifier, browserHash);
  // If there's no link, compare the code anyway, so that the response takes equally long.
  const right = deriveCode(settings.linkKey, found?.token.nonce ?? Buffer.alloc(32));
  if (!isSameSecret(code, right) || !found) {
    const about = { subject: `browser:${browserHash.toString('base64url').slice(0, 8)}` };
    await noteRefused(services, { ip: origin.ip, actorId: current?.id, about });
    throw wrongCode(attempt.left, 'code-dead');
  }
  const { token, person } = found;
  if (token.endedAt && current?.id === person.id) {
    return { person: current, redirectTo: token.redirectTo };
  }
  if (!isActive(settings, token, now)) throw new DomainError('code-over');
  const outcome = await database.transaction(async (transaction) => {
    const signIn = { token, now, origin, hasAsked: true, byCode: true };
    const signedIn = await beginSession(sessions, transaction, signIn);
    if (signedIn) await transaction.delete(loginCodes).where(asked);
    return signedIn;
  });
  if (!outcome) throw new DomainError('code-over');
  return outcome;
}

async function findNewestLink(database: Database, to: Identifier, browserHash: Buffer) {
  const isAsked = match(loginTokens, { kind: 'asked', browserHash });
  const [row] = await database
    .select({ token: loginTokens, person: people })
    .from(loginTokens)
    .innerJoin(people, eq(people.id, loginTokens.personId))
    .where(and(whereReached(to), isNull(people.deactivatedAt), isAsked))
    .orderBy(desc(loginTokens.createdAt))
    .limit(1);
  return row;
}
