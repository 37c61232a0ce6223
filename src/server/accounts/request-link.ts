import { and, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { isReturnPath } from '../../course/redirects.ts';
import type { Transaction } from '../database/connect.ts';
import { findNewest, findRow, insertOne, lockRow, match, updateRows } from '../database/rows.ts';
import { loginCodes, loginRequests, loginTokens, type Person, people } from '../database/schema.ts';
import { defineJob, handle } from '../jobs/define-job.ts';
import { refuseTextTo } from '../messages/index.ts';
import { DomainError } from '../platform/errors.ts';
import { canSignInByText, isActive, issueLink, linkExpiry } from '../platform/login-links.ts';
import type { Services, VendorServices } from '../platform/services.ts';
import { newNonce, shortNonceBytes } from '../platform/tokens.ts';
import { type Identifier, identifierHash, readIdentifier, whereReached } from './identifier.ts';
import { countLinkRequest, countToken } from './limits.ts';
import { loginLink } from './link-messages.ts';
import { findRefusedLink, unknownLink } from './refused-link.ts';
import { noteSignIn, type RequestOutcome } from './sign-in-log.ts';

interface Requester {
  ip: string;
  browserHash: Buffer;
}

/**
 * Does the same work for every email and phone number, so that the response doesn't reveal whether an account exists.
 * The job looks up the account.
 */
export async function requestLoginLink(
  services: Services,
  { email, redirectTo = '' }: { email: string; redirectTo?: string | undefined },
  requester: Requester,
): Promise<RequestOutcome> {
  const identifier = readIdentifier(email);
  if (!identifier) throw new DomainError('identifier-invalid');
  return request(services, identifier, requester, isReturnPath(redirectTo) ? redirectTo : null);
}

/**
 * Sends the new link to the owner of the old one, so the requester doesn't need to know the owner's email or phone
 * number.
 */
export async function requestNewLink(services: Services, token: string, requester: Requester) {
  await countToken(services, requester.ip);
  const link = await findRefusedLink(services, token);
  if (!link) throw new DomainError('login-token-invalid', unknownLink);
  return request(services, link.to, requester, link.redirectTo);
}

export const makeLoginLinkJob = defineJob<{ requestId: number; isRepeat: boolean }>(
  'make-login-link',
  { tries: 8 },
);

export const signInJobHandlers = (services: VendorServices) => [
  handle(makeLoginLinkJob, (request) => handleLoginRequest(services, request)),
];

async function request(
  services: Services,
  identifier: Identifier,
  { ip, browserHash }: Requester,
  redirectTo: string | null,
): Promise<RequestOutcome> {
  const { database, clock, queue, settings } = services;
  if ('phone' in identifier) await refuseTextTo(services, database, identifier.phone);
  const askedAt = clock.now();
  const outcome = await countLinkRequest(database, askedAt, identifier, ip);
  if (outcome === 'nothing') return 'limited';
  const isRepeat = outcome === 'again';
  const nonce = newNonce('phone' in identifier ? shortNonceBytes : 32);
  await database.transaction(async (transaction) => {
    const values = { ...identifier, nonce, browserHash, redirectTo, askedAt };
    const { id: requestId } = await insertOne(transaction, loginRequests, values);
    const code = { browserHash, identifierHash: identifierHash(settings, identifier) };
    const expiresAt = linkExpiry(settings, askedAt);
    await transaction
      .insert(loginCodes)
      .values({ ...code, expiresAt })
      .onConflictDoUpdate({
        target: [loginCodes.browserHash, loginCodes.identifierHash],
        // A new link comes with a new code and a full set of tries. Resending a link keeps the remaining tries.
        set: { expiresAt, tries: isRepeat ? sql`${loginCodes.tries}` : 0 },
      });
    await queue.add(transaction, makeLoginLinkJob, { requestId, isRepeat });
  });
  return 'requested';
}

function handleLoginRequest(
  services: VendorServices,
  { requestId, isRepeat }: { requestId: number; isRepeat: boolean },
): Promise<void> {
  const { database, queue, settings } = services;
  return database.transaction(async (transaction) => {
    const byId = eq(loginRequests.id, requestId);
    const request = await findRow(transaction, loginRequests, byId);
    if (!request) return;
    const { email, phone } = request;
    const identifier = email ? { email } : { phone: phone ?? '' };
    const isOwner = and(whereReached(identifier), isNull(people.deactivatedAt));
    const person = await lockRow(transaction, people, isOwner, 'no key update');
    const deleted = await transaction.delete(loginRequests).where(byId).returning();
    // A later request's job may have deleted this request while we waited for the lock.
    if (deleted.length === 0) return;
    const isByText = phone !== null;
    const isAllowed = person && (!isByText || canSignInByText(settings, person.role));
    const outcome = isAllowed ? 'sent' : person ? 'email-only' : 'unknown';
    const typed = email ?? phone ?? '';
    noteSignIn(services, { step: 'account', outcome, personId: person?.id, typed });
    if (!isAllowed) return;

    const token =
      (isRepeat && (await findActiveLink(services, transaction, person.id))) ||
      (await replaceLinks(services, transaction, person, request));
    if (!token) return;
    const message = {
      personId: person.id,
      tokenHash: token.tokenHash.toString('base64url'),
      requestId,
      // The code works only in the browser that first requested the link.
      ...(!token.browserHash?.equals(request.browserHash) && { withoutCode: true }),
    };
    await loginLink.send(queue, transaction, [message], {
      channels: [isByText ? 'text' : 'email'],
    });
  });
}

async function findActiveLink({ clock, settings }: Services, transaction: Transaction, id: number) {
  const now = clock.now();
  const { createdAt } = loginTokens;
  const isOpen = match(loginTokens, { personId: id, kind: 'asked', endedAt: null });
  const isMeant = and(isOpen, lte(createdAt, now));
  const newest = await findNewest(transaction, loginTokens, isMeant, createdAt);
  return newest && isActive(settings, newest, now) ? newest : null;
}

/**
 * Issues a new link and ends the older ones, except those that staff copied and unrequested ones sent after this
 * request. Deletes older requests, so that their jobs have nothing to do. Compares requests by ID, because the demo's
 * clock can go backward.
 */
async function replaceLinks(
  services: Services,
  transaction: Transaction,
  person: Person,
  request: typeof loginRequests.$inferSelect,
) {
  const now = services.clock.now();
  const createdAt = request.askedAt < now ? request.askedAt : now;
  if (linkExpiry(services.settings, createdAt) <= now) return null;
  const isTheirs = or(
    eq(loginRequests.email, person.email.toLowerCase()),
    eq(loginRequests.phone, person.phone ?? ''),
  );
  await transaction.delete(loginRequests).where(and(lt(loginRequests.id, request.id), isTheirs));
  const { createdAt: madeAt, kind, endedAt, personId } = loginTokens;
  const whereOlder = or(eq(kind, 'asked'), lte(madeAt, createdAt), gt(madeAt, now));
  // Anyone can request links for this person, so a request must not end a link that staff copied.
  const isEnded = and(eq(personId, person.id), isNull(endedAt), ne(kind, 'staff'), whereOlder);
  await updateRows(transaction, loginTokens, isEnded, { endedAt: now, endReason: 'replaced' });
  const { nonce, browserHash, redirectTo } = request;
  const link = { personId: person.id, nonce, browserHash, redirectTo, createdAt };
  return issueLink(services, transaction, 'requested', link);
}
