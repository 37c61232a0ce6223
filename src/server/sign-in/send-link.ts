import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, type Person, people } from '../database/schema.ts';
import { type Actor, recordAudit } from '../platform/audit.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { newNonce, shortNonceBytes } from '../platform/tokens.ts';
import { type LinkProblem, whyNoText } from './commands.ts';
import { sendLoginMailJob, sendLoginTextJob } from './jobs.ts';
import { canSignInByText, newToken } from './links.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** Longer than one that people ask for, who wait for it: this one is found later. */
const linkLifeMs = DAY_MS;

/**
 * Sends somebody a link that works for a day. It ends no other link, and nobody is shown it: it goes to the person's own
 * mailbox or phone. Answers why it cannot be sent, or null. The person is locked.
 */
export async function sendLinkOfStaff(
  { clock, queue, settings }: Pick<Deps, 'clock' | 'queue' | 'settings'>,
  transaction: Transaction,
  person: Person,
  channel: 'email' | 'text',
): Promise<LinkProblem | null> {
  if (person.deactivatedAt) return 'access-ended';
  const isText = channel === 'text';
  if (isText && !person.phone) return whyNoText(person);
  if (isText && !canSignInByText(settings, person.role)) return 'staff-sign-in-by-email-only';
  const createdAt = clock.now();
  const token = newToken(settings, {
    nonce: isText ? newNonce(shortNonceBytes) : newNonce(),
    personId: person.id,
    kind: 'welcome',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + linkLifeMs),
  });
  await transaction.insert(loginTokens).values(token);
  await queue.add(transaction, isText ? sendLoginTextJob : sendLoginMailJob, {
    personId: person.id,
    tokenHash: token.tokenHash.toString('base64url'),
  });
  return null;
}

/** Answers where it goes to. Pressed twice within a minute it is one link. */
export async function sendLoginLinkTo(
  services: Deps,
  actor: Actor,
  personId: number,
  channel: 'email' | 'text',
): Promise<string> {
  const { database, clock } = services;
  const now = clock.now();
  return database.transaction(async (transaction) => {
    const [person] = await transaction
      .select()
      .from(people)
      .where(eq(people.id, personId))
      .for('no key update');
    if (!person || person.erasedAt) throw new DomainError('not-found');
    const to = channel === 'email' ? person.email : person.phone;
    if (to && (await wasJustSent(transaction, person, channel, now))) return to;
    await limitPerson(transaction, now, 'messages sent again', actor.id);
    await limitPerson(transaction, now, 'messages to one person', personId);
    const problem = await sendLinkOfStaff(services, transaction, person, channel);
    if (problem) throw new DomainError(problem);
    await recordAudit(transaction, {
      at: now,
      actorId: actor.id,
      action: 'login link: sent',
      subject: `person:${personId}`,
      after: { channel },
      ip: actor.ip,
    });
    return String(to);
  });
}

async function wasJustSent(
  transaction: Transaction,
  person: Person,
  channel: 'email' | 'text',
  now: Date,
): Promise<boolean> {
  const { personId, kind, createdAt, endedAt } = loginTokens;
  const tokens = await transaction
    .select({ nonce: loginTokens.nonce })
    .from(loginTokens)
    .where(
      and(
        eq(personId, person.id),
        eq(kind, 'welcome'),
        isNull(endedAt),
        gt(createdAt, new Date(now.getTime() - MINUTE_MS)),
      ),
    );
  return tokens.some(({ nonce }) => (nonce.length === shortNonceBytes) === (channel === 'text'));
}
