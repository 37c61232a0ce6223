import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { effectOfCorrection } from '../../course/corrected-contact.ts';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, type Person, people, sessions } from '../database/schema.ts';
import { type Actor, type AuditedActor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { sendWelcome } from './link-messages.ts';
import { announceContactChange } from './notices.ts';

/** Signing out takes effect on every node at once, because each request looks up its session in the database. */
export async function endSessions(
  transaction: Pick<Transaction, 'delete'>,
  personId: number,
  { except, only }: { except?: Buffer; only?: Buffer } = {},
): Promise<void> {
  const isMeant = only ? eq(sessions.idHash, only) : except && ne(sessions.idHash, except);
  await transaction.delete(sessions).where(and(eq(sessions.personId, personId), isMeant));
}

export async function endLoginLinks(
  transaction: Transaction,
  personId: number,
  now: Date,
): Promise<void> {
  await transaction
    .update(loginTokens)
    .set({ endedAt: now })
    .where(and(eq(loginTokens.personId, personId), isNull(loginTokens.endedAt)));
}

/** Revokes every unused login link and returns how many there were. */
export async function endAllLoginLinks(transaction: Transaction, now: Date): Promise<number> {
  const { rowCount } = await transaction
    .update(loginTokens)
    .set({ endedAt: now })
    .where(and(isNull(loginTokens.endedAt), gt(loginTokens.expiresAt, now)));
  return rowCount ?? 0;
}

/** Pass `update` to change the phone number: its unique index requires the stronger row lock. */
export async function lockPerson(
  transaction: Transaction,
  id: number,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<Person> {
  const [person] = await transaction.select().from(people).where(eq(people.id, id)).for(strength);
  if (!person || person.erasedAt) throw new DomainError('not-found');
  return person;
}

export async function signOutEverywhere(
  { database, clock }: Services,
  actor: Actor,
  personId: number,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    await lockPerson(transaction, personId);
    // End the links first. That waits for any sign-in in progress, so that its session is deleted too.
    await endLoginLinks(transaction, personId, now);
    await endSessions(transaction, personId);
    const action = actor.id === personId ? 'sessions: ended' : 'sessions: ended by admin';
    await audit(transaction, actor, now, action, { person: personId });
  });
}

/** Returns how many sessions there were. Unused login links keep working, because `rotate-link-key` ends those. */
export function signOutEverybody(
  { database, clock }: Services,
  actor: AuditedActor,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const count = (await transaction.delete(sessions)).rowCount ?? 0;
    const facts = { subject: 'portal', after: { sessions: count } };
    await audit(transaction, actor, clock.now(), 'sessions: all ended', facts);
    return count;
  });
}

/**
 * Ends sessions and links if the email or phone changed, and returns whether it did. The caller has locked the person.
 */
export async function renewAccess(
  services: Services,
  transaction: Transaction,
  person: Person,
  corrected: { email: string; phone: string | null },
): Promise<boolean> {
  const { id, email, textPhone: phone, lastSignInAt } = person;
  const before = { email, phone, hasSignedIn: lastSignInAt !== null };
  const effect = effectOfCorrection(before, corrected);
  if (effect === 'none') return false;
  await endSessions(transaction, id);
  await endLoginLinks(transaction, id, services.clock.now());
  if (effect === 'welcomed-again') await sendWelcome(services, transaction, id);
  // If the person never signed in, the old address or number may have been wrong.
  else await announceContactChange(services, transaction, person, corrected);
  return true;
}
