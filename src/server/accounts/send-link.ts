import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, type Person, people } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { shortNonceBytes } from '../platform/tokens.ts';
import { sendStaffLink } from './link-messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

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
    const problem = await sendStaffLink(services, transaction, person, channel);
    if (problem) throw new DomainError(problem);
    await audit(transaction, actor, now, 'login link: sent', {
      person: personId,
      after: { channel },
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
