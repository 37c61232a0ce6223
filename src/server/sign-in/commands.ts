import { and, eq, gt, isNull } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import { recordAudit } from '../audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { loginTokens, people } from '../database/schema.ts';
import { deriveNonce, deriveToken, hashToken, newNonce } from '../derived-token.ts';
import { Refusal } from '../http/refusal.ts';
import type { Person, Sessions } from '../http/session.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { maskEmail, readIdentifier } from './identifier.ts';
import { sendLoginLink, sendWelcomeLink } from './jobs.ts';
import { countAttempts } from './limits.ts';

const day = 24 * 60 * 60 * 1000;
const invalidToken = 'Invalid or expired token';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  sessions: Sessions;
  settings: Settings;
}

interface Origin {
  address: string;
  browserHash: Buffer;
}

export async function askForLink({ database, clock, queue }: Parts, typed: string, origin: Origin) {
  const identifier = readIdentifier(typed);
  if (!identifier) throw new Refusal(400, 'Please enter a valid email address or phone number.');
  const now = clock.now();
  const { address } = origin;
  const key = 'email' in identifier ? identifier.email : identifier.phone;
  await countAttempts(database, now, [
    { key: `link to ${key}`, most: 5, minutes: 15 },
    { key: `links from ${address}`, most: 40, minutes: 15 },
    // A text costs money and wakes a person up.
    ...('phone' in identifier ? [{ key: `texts to ${key}`, most: 12, minutes: 24 * 60 }] : []),
  ]);
  await database.transaction((transaction) =>
    queue.add(transaction, sendLoginLink, {
      identifier,
      nonce: newNonce().toString('base64url'),
      browserHash: origin.browserHash.toString('base64url'),
      askedAt: now.toISOString(),
      address,
    }),
  );
}

const welcomeDays = 7;

/** The first link of a new account, sent without anybody asking for it. */
export async function sendWelcome(
  { clock, queue, settings }: Pick<Parts, 'clock' | 'queue' | 'settings'>,
  transaction: Transaction,
  personId: number,
): Promise<void> {
  const createdAt = clock.now();
  const nonce = newNonce();
  const tokenHash = hashToken(deriveToken(settings.linkKey, nonce));
  const expiresAt = new Date(createdAt.getTime() + welcomeDays * day);
  await transaction
    .insert(loginTokens)
    .values({ tokenHash, nonce, personId, kind: 'welcome', createdAt, expiresAt });
  await queue.add(transaction, sendWelcomeLink, {
    tokenHash: tokenHash.toString('base64url'),
    personId,
  });
}

interface ReminderLink {
  personId: number;
  /** What it reminds of. The link is derived from it, so that a job that runs again writes the same. */
  about: string;
  redirectTo: string;
  expiresAt: Date;
}

/** A link that signs in and lands on the right page. Older links stay in force: nobody asked for this one. */
export async function writeReminderLink(
  { clock, settings }: Pick<Parts, 'clock' | 'settings'>,
  transaction: Transaction,
  { personId, about, redirectTo, expiresAt }: ReminderLink,
): Promise<string> {
  const nonce = deriveNonce(settings.linkKey, about);
  const token = deriveToken(settings.linkKey, nonce);
  await transaction
    .insert(loginTokens)
    .values({
      tokenHash: hashToken(token),
      nonce,
      personId,
      kind: 'reminder',
      redirectTo,
      createdAt: clock.now(),
      expiresAt,
    })
    .onConflictDoNothing();
  return `${settings.publicUrl}${PAGES.verify}?token=${token}`;
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

export async function spendToken(parts: Parts, attempt: Attempt, origin: Origin): Promise<Outcome> {
  const { database, clock, sessions, settings } = parts;
  const now = clock.now();
  await countAttempts(database, now, [
    { key: `tokens from ${origin.address}`, most: 120, minutes: 15 },
  ]);
  const tokenHash = hashToken(attempt.token);
  const [found] = await database
    .select({ token: loginTokens, person: people })
    .from(loginTokens)
    .innerJoin(people, eq(people.id, loginTokens.personId))
    .where(eq(loginTokens.tokenHash, tokenHash));
  if (!found) return refuse();
  const { token, person } = found;
  if (token.endedAt && attempt.current?.id === person.id) {
    return { person, redirectTo: token.redirectTo };
  }
  // A link that was made with another key than today's is none.
  const isOurs = deriveToken(settings.linkKey, token.nonce) === attempt.token;
  const isInForce = isOurs && !token.endedAt && token.expiresAt > now;
  if (!isInForce) return refuse();
  const hasAsked = token.browserHash?.equals(origin.browserHash) ?? false;
  if (!hasAsked && !attempt.isConfirmed) return { confirmAs: maskEmail(person.email) };

  return database.transaction(async (transaction) => {
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
    if (!spent) return refuse();
    // Whoever opens a link that another browser asked for may not be its owner: a day is enough.
    const session = await sessions.start(transaction, person, hasAsked ? undefined : day);
    await recordAudit(transaction, {
      at: now,
      actorId: person.id,
      action: hasAsked ? 'sign-in' : 'sign-in: another browser',
      subject: `person:${person.id}`,
      address: origin.address,
    });
    return { person, redirectTo: spent.redirectTo, session };
  });

  async function refuse(): Promise<never> {
    await recordAudit(database, {
      at: now,
      actorId: attempt.current?.id ?? null,
      action: 'sign-in: refused',
      subject: `token:${tokenHash.toString('base64url').slice(0, 8)}`,
      address: origin.address,
    });
    throw new Refusal(400, invalidToken);
  }
}
