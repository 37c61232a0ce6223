import { and, desc, eq, gt, isNull, lt, lte, ne, or } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { loginRequests, loginTokens, people } from '../database/schema.ts';
import { canSignInByText, isActive, linkExpiry, newToken } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { whereReached } from './identifier.ts';
import { loginLink } from './link-messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

type Request = typeof loginRequests.$inferSelect;
type Token = typeof loginTokens.$inferSelect;
type Person = typeof people.$inferSelect;

/** Turns a request into an active link and the message that carries it, or into nothing. */
export function handleLoginRequest(
  services: Deps,
  { requestId, isRepeat }: { requestId: number; isRepeat: boolean },
): Promise<void> {
  const { database, queue, settings } = services;
  return database.transaction(async (transaction) => {
    const whereGiven = eq(loginRequests.id, requestId);
    const [request] = await transaction.select().from(loginRequests).where(whereGiven);
    if (!request) return;
    const person = await lockPerson(transaction, request);
    const deleted = await transaction.delete(loginRequests).where(whereGiven).returning();
    // Gone while the person was locked by another job: a later request has been answered.
    if (!person || deleted.length === 0) return;
    if (request.phone && !canSignInByText(settings, person.role)) return;

    const token =
      (isRepeat && (await findActiveLink(services, transaction, person.id))) ||
      (await activateLink(services, transaction, person, request));
    if (!token) return;
    const message = {
      personId: person.id,
      tokenHash: token.tokenHash.toString('base64url'),
      requestId,
      // The code works in the browser that asked for the link first, and another has asked since.
      ...(!token.browserHash?.equals(request.browserHash) && { withoutCode: true }),
    };
    const channel = request.phone ? 'text' : 'email';
    await loginLink.send(queue, transaction, [message], { channels: [channel] });
  });
}

async function lockPerson(transaction: Transaction, { email, phone }: Request) {
  const [person] = await transaction
    .select()
    .from(people)
    .where(
      and(whereReached(email ? { email } : { phone: phone ?? '' }), isNull(people.deactivatedAt)),
    )
    .for('no key update');
  return person;
}

async function findActiveLink({ clock, settings }: Deps, transaction: Transaction, id: number) {
  const now = clock.now();
  const [newest] = await transaction
    .select()
    .from(loginTokens)
    .where(
      and(
        eq(loginTokens.personId, id),
        eq(loginTokens.kind, 'asked'),
        isNull(loginTokens.endedAt),
        lte(loginTokens.createdAt, now),
      ),
    )
    .orderBy(desc(loginTokens.createdAt))
    .limit(1);
  return newest && isActive(settings, newest, now) ? newest : null;
}

/**
 * A new link ends the older ones. Which of two was asked for later is told by the ids of their requests and
 * not by a clock, which can go back: the later one deletes the requests before it, so that their jobs find
 * nothing when they run after it. Links that came unasked since then stay.
 */
async function activateLink(
  { clock, settings }: Deps,
  transaction: Transaction,
  person: Person,
  request: Request,
): Promise<Pick<Token, 'tokenHash' | 'browserHash'> | null> {
  const now = clock.now();
  const createdAt = request.askedAt < now ? request.askedAt : now;
  const expiresAt = linkExpiry(settings, createdAt);
  if (expiresAt <= now) return null;
  await transaction
    .delete(loginRequests)
    .where(
      and(
        lt(loginRequests.id, request.id),
        or(
          eq(loginRequests.email, person.email.toLowerCase()),
          eq(loginRequests.phone, person.phone ?? ''),
        ),
      ),
    );
  const { createdAt: madeAt, kind, endedAt, personId } = loginTokens;
  const whereOlder = or(eq(kind, 'asked'), lte(madeAt, createdAt), gt(madeAt, now));
  // Anybody can ask, and what staff have copied is the way out for whoever others ask for.
  const whereReplaced = and(ne(kind, 'staff'), whereOlder);
  await transaction
    .update(loginTokens)
    .set({ endedAt: now, endReason: 'replaced' })
    .where(and(eq(personId, person.id), isNull(endedAt), whereReplaced));
  const { nonce, browserHash, redirectTo } = request;
  const token = newToken(settings, {
    nonce,
    personId: person.id,
    kind: 'asked',
    browserHash,
    redirectTo,
    createdAt,
    expiresAt,
  });
  await transaction.insert(loginTokens).values(token);
  return { tokenHash: token.tokenHash, browserHash };
}
