import { and, eq, gt, lt, lte, ne, sql } from 'drizzle-orm';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Transaction } from '../database/connect.ts';
import { findNewest, findRow, insertOne, match, updateRows } from '../database/rows.ts';
import { auditLog, type Person, people, phoneCodes } from '../database/schema.ts';
import { refuseTextTo, renewConsent } from '../messages/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { linkExpiry } from '../platform/login-links.ts';
import { limitPerson } from '../platform/person-limits.ts';
import { isInCountries, isPersonal, readPhone } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { deriveCode, isSameSecret, newNonce } from '../platform/tokens.ts';
import { lockRetreatMatching, matchRetreatsOf } from '../retreats/index.ts';
import { endSessionsAndLinks, lockPerson } from './commands.ts';
import { CODE_TRIES, countLinkRequest, countToken, takeTry, wrongCode } from './limits.ts';
import { alertPerson, announceContactChange } from './notices.ts';
import { numberCode } from './number-messages.ts';

/**
 * Idempotent. Texts go to the new number right away. The old number may now belong to someone else, so if the person
 * could sign in with it, they no longer can, and all of their links and other sessions end. People who go back to the
 * old number within two weeks don't need a code.
 */
export async function changeOwnNumber(
  services: Services,
  actor: Actor,
  { typed, keptSession }: { typed: string; keptSession: Buffer },
): Promise<Person> {
  const { database, clock, settings } = services;
  const { id, ip } = actor;
  const phone = readPhone(typed);
  if (!phone || !isPersonal(phone)) throw new DomainError('phone-invalid', { field: 'phone' });
  if (!isInCountries(phone, settings.texts.countries)) {
    throw new DomainError('phone-elsewhere', { countries: settings.site.textCountries });
  }
  const change = database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const before = await lockSelf(transaction, id);
    if (before.textPhone === phone) return before;
    const now = clock.now();
    await limitPerson(transaction, now, 'phone numbers', id);
    const after = await setNumber(transaction, id, { phone: null, unconfirmedPhone: phone });
    if (before.phone) {
      await endSessionsAndLinks(transaction, id, now, keptSession);
      await announceContactChange(services, transaction, before, { email: before.email, phone });
    }
    if (before.textConsent) await renewConsent(services, transaction, after, { ip, at: now });
    await audit(transaction, actor, now, 'number: typed in', {
      person: id,
      before: { phone: before.textPhone, signsInByPhone: before.phone !== null },
      after: { phone, signsInByPhone: false },
    });
    const isBack = await signedInBefore(transaction, before, phone, now);
    return isBack ? letSignIn(services, transaction, actor, phone, now) : after;
  });
  return change.catch(conflictError);
}

const conflictError = toConflictError({
  people_one_per_phone: () => new DomainError('number-of-another'),
});

/** Two clicks within a minute send only one code. A new code replaces the old one. */
export async function sendNumberCode(services: Services, { id, ip }: Actor): Promise<Person> {
  const { database, clock, queue, settings } = services;
  return database.transaction(async (transaction) => {
    const person = await lockSelf(transaction, id);
    const { unconfirmedPhone: phone } = person;
    if (person.phone) return person;
    if (!phone) throw new DomainError('number-missing');
    const createdAt = clock.now();
    if (await wasJustSent(transaction, id, createdAt)) return person;
    await refuseTextTo(services, transaction, phone);
    await limitPerson(transaction, createdAt, 'number codes', id);
    const outcome = await countLinkRequest(transaction, createdAt, { phone }, ip);
    if (outcome === 'nothing') throw new DomainError('limit-reached', { limit: 'number codes' });
    await transaction.delete(phoneCodes).where(eq(phoneCodes.personId, id));
    const expiresAt = linkExpiry(settings, createdAt);
    const values = { personId: id, phone, nonce: newNonce(), createdAt, expiresAt };
    const code = await insertOne(transaction, phoneCodes, values);
    await numberCode.send(queue, transaction, [{ personId: id, codeId: code.id }]);
    return person;
  });
}

export async function confirmNumber(services: Services, actor: Actor, typed: string) {
  const { database, clock, settings } = services;
  const { id, ip } = actor;
  const now = clock.now();
  await countToken(services, ip);
  const { personId, createdAt, expiresAt } = phoneCodes;
  const isAlive = and(eq(personId, id), lte(createdAt, now), gt(expiresAt, now));
  const attempt = await takeTry(database, phoneCodes, isAlive);
  if (typeof attempt === 'string') {
    // On a double click, the first request has already confirmed the number and deleted the code.
    const person = await findRow(database, people, { id });
    if (person?.phone) return person;
    throw new DomainError(`number-code-${attempt}`);
  }
  const { nonce, phone } = attempt.code;
  if (!isSameSecret(typed, deriveCode(settings.linkKey, nonce))) {
    throw wrongCode(attempt.left, 'number-code-dead');
  }
  const confirmation = database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const before = await lockSelf(transaction, id);
    if (before.phone) return before;
    if (before.unconfirmedPhone !== phone) throw new DomainError('number-code-expired');
    return letSignIn(services, transaction, actor, phone, now);
  });
  return confirmation.catch(conflictError);
}

/** The caller must lock retreat matching and the person first. */
async function letSignIn(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  phone: string,
  now: Date,
): Promise<Person> {
  const { id } = actor;
  const after = await setNumber(transaction, id, { phone, unconfirmedPhone: null });
  await audit(transaction, actor, now, 'number: confirmed', {
    person: id,
    before: { signsInByPhone: false },
    after: { signsInByPhone: true },
  });
  await matchRetreatsOf(services, transaction, after, actor);
  await alertPerson(services, transaction, id, 'confirmed');
  return after;
}

async function lockSelf(transaction: Transaction, id: number): Promise<Person> {
  const person = await lockPerson(transaction, id, 'update');
  if (person.deactivatedAt) throw new DomainError('not-found');
  return person;
}

async function setNumber(
  transaction: Transaction,
  id: number,
  numbers: Pick<Person, 'phone' | 'unconfirmedPhone'>,
): Promise<Person> {
  const [person] = await updateRows(transaction, people, { id }, numbers).returning();
  if (!person) throw new Error('the person was not returned');
  await transaction.delete(phoneCodes).where(eq(phoneCodes.personId, id));
  return person;
}

async function wasJustSent(transaction: Transaction, id: number, now: Date): Promise<boolean> {
  const { personId, createdAt, tries } = phoneCodes;
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
  const whereJustSent = and(eq(personId, id), gt(createdAt, aMinuteAgo), lt(tries, CODE_TRIES));
  return (await transaction.$count(phoneCodes, whereJustSent)) > 0;
}

/** Long enough to notice a mistake, but shorter than carriers wait before they reassign a number. */
const numberKeptMs = 14 * DAY_MS;

/**
 * Returns whether the person could sign in with this number until they recently replaced it with one they never
 * confirmed. Returns false if staff have changed the number since then, or if someone else has entered it.
 */
async function signedInBefore(
  transaction: Transaction,
  { id, phone: current, unconfirmedPhone }: Person,
  phone: string,
  now: Date,
): Promise<boolean> {
  if (current !== null || unconfirmedPhone === null) return false;
  const { at, before } = auditLog;
  const isReplacement = and(
    match(auditLog, { personId: id, action: 'number: typed in' }),
    gt(at, new Date(now.getTime() - numberKeptMs)),
    sql`(${before}->>'signsInByPhone')::boolean`,
  );
  const last = await findNewest(transaction, auditLog, isReplacement, at, auditLog.id);
  const replaced = last?.before as { phone?: string } | undefined;
  if (replaced?.phone !== phone) return false;
  const whereOthers = and(eq(people.textPhone, phone), ne(people.id, id));
  return (await transaction.$count(people, whereOthers)) === 0;
}
