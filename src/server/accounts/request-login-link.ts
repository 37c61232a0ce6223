import { sql } from 'drizzle-orm';
import { isReturnPath } from '../../course/landing-pages.ts';
import type { Transaction } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import { loginCodes, loginRequests } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { linkExpiry } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { newNonce, shortNonceBytes } from '../platform/tokens.ts';
import { type Identifier, identifierHash, readIdentifier } from './identifier.ts';
import { makeLoginLinkJob } from './jobs.ts';
import { countLinkRequest, countToken, senderOf } from './limits.ts';
import { findRefusedLink, unknownLink } from './refused-link.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

interface Requester {
  ip: string;
  browserHash: Buffer;
}

/** Does the same for anybody: who it is, if anyone, is looked up by the job. */
export async function requestLoginLink(
  services: Deps,
  { email, redirectTo = '' }: { email: string; redirectTo?: string | undefined },
  requester: Requester,
): Promise<void> {
  const identifier = readIdentifier(email);
  if (!identifier) throw new DomainError('identifier-invalid');
  await request(services, identifier, requester, isReturnPath(redirectTo) ? redirectTo : null);
}

/**
 * A new link for whoever holds one that works no more, sent to where its owner is reached and leading to where that one
 * led. In the browser that asks it is as good as one asked for by the address, which the holder need not know.
 */
export async function requestNewLink(
  services: Deps,
  token: string,
  requester: Requester,
): Promise<void> {
  const { database, clock } = services;
  if (!(await countToken(database, clock.now(), senderOf(requester.ip)))) {
    throw new DomainError('too-many-attempts');
  }
  const link = await findRefusedLink(services, token);
  if (!link) throw new DomainError('login-token-invalid', unknownLink);
  await request(services, link.to, requester, link.redirectTo);
}

async function request(
  { database, clock, queue, settings }: Deps,
  identifier: Identifier,
  { ip, browserHash }: Requester,
  redirectTo: string | null,
): Promise<void> {
  const askedAt = clock.now();
  const wanted = await countLinkRequest(database, askedAt, identifier, senderOf(ip));
  if (wanted === 'nothing') return;
  const isRepeat = wanted === 'again';
  const nonce = 'phone' in identifier ? newNonce(shortNonceBytes) : newNonce();
  await database.transaction(async (transaction) => {
    const values = { ...identifier, nonce, browserHash, redirectTo, askedAt };
    const made = await insertOne(transaction, loginRequests, values);
    await expectCode(transaction, {
      browserHash,
      identifierHash: identifierHash(settings, identifier),
      expiresAt: linkExpiry(settings, askedAt),
      isRepeat,
    });
    await queue.add(transaction, makeLoginLinkJob, { requestId: made.id, isRepeat });
  });
}

/** A new link has a new code with tries of its own; one that is sent again keeps what is left of its tries. */
async function expectCode(
  transaction: Transaction,
  { isRepeat, ...row }: typeof loginCodes.$inferInsert & { isRepeat: boolean },
): Promise<void> {
  const { browserHash, identifierHash: ofIdentifier, tries } = loginCodes;
  await transaction
    .insert(loginCodes)
    .values(row)
    .onConflictDoUpdate({
      target: [browserHash, ofIdentifier],
      set: { expiresAt: row.expiresAt, tries: isRepeat ? sql`${tries}` : 0 },
    });
}
