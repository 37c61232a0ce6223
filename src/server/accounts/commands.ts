import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { effectOfCorrection } from '../../course/corrected-contact.ts';
import type { KnownZone } from '../../course/time-zone.ts';
import type { Transaction } from '../database/connect.ts';
import { lockRow, updateRows } from '../database/rows.ts';
import { loginTokens, type Person, people, sessions } from '../database/schema.ts';
import { type Actor, type AuditedActor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { sendWelcome } from './link-messages.ts';
import { announceContactChange } from './notices.ts';

/**
 * Ends a person's links and sessions. Ending the links first waits for any sign-in in progress, so that the session it
 * starts is deleted, too.
 */
export async function endSessionsAndLinks(
  transaction: Transaction,
  personId: number,
  now: Date,
  except?: Buffer,
): Promise<void> {
  await endLoginLinks(transaction, now, personId);
  const isOther = except && ne(sessions.idHash, except);
  await transaction.delete(sessions).where(and(eq(sessions.personId, personId), isOther));
}

/** Ends one person's unused login links, or everyone's. Returns how many there were. */
export async function endLoginLinks(transaction: Transaction, now: Date, personId?: number) {
  const { expiresAt, endedAt, personId: ownerId } = loginTokens;
  const isMeant = personId === undefined ? gt(expiresAt, now) : eq(ownerId, personId);
  const isOpen = and(isNull(endedAt), isMeant);
  return (await updateRows(transaction, loginTokens, isOpen, { endedAt: now })).rowCount ?? 0;
}

/** Pass `update` to change the phone number: its unique index requires the stronger row lock. */
export async function lockPerson(
  transaction: Transaction,
  id: number,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<Person> {
  const person = await lockRow(transaction, people, { id }, strength);
  if (!person || person.erasedAt) throw new DomainError('not-found');
  return person;
}

export async function saveTimeZone({ database }: Services, id: number, zone: Partial<KnownZone>) {
  await updateRows(database, people, { id, erasedAt: null }, zone);
}

export async function signOutEverywhere(
  { database, clock }: Services,
  actor: Actor,
  personId: number,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    await lockPerson(transaction, personId);
    await endSessionsAndLinks(transaction, personId, now);
    const action = actor.id === personId ? 'sessions: ended' : 'sessions: ended by admin';
    await audit(transaction, actor, now, action, { person: personId });
  });
}

/** Returns how many sessions there were. Unused login links keep working. To end those, use `rotate-link-key`. */
export function signOutEverybody({ database, clock }: Services, actor: AuditedActor) {
  return database.transaction(async (transaction) => {
    const count = (await transaction.delete(sessions)).rowCount ?? 0;
    const facts = { subject: 'portal', after: { sessions: count } };
    await audit(transaction, actor, clock.now(), 'sessions: all ended', facts);
    return count;
  });
}

/**
 * If the email or phone number changed, ends all sessions and links, notifies the person, and returns true. The caller
 * must lock the person first.
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
  await endSessionsAndLinks(transaction, id, services.clock.now());
  if (effect === 'welcomed-again') await sendWelcome(services, transaction, id);
  // We alert only people who have signed in before. For others, the old address may have been wrong.
  else await announceContactChange(services, transaction, person, corrected);
  return true;
}
