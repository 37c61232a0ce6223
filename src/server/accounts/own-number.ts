import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Transaction } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import { type Person, people, phoneCodes } from '../database/schema.ts';
import { renewConsent } from '../messages/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { linkExpiry } from '../platform/login-links.ts';
import { limitPerson } from '../platform/person-limits.ts';
import { isInCountries, isPersonal, readPhone } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { deriveCode, isSameSecret, newNonce } from '../platform/tokens.ts';
import { lockRetreatMatching, matchRetreatsOf } from '../retreats/index.ts';
import { endLoginLinks, endSessions } from './access.ts';
import { CODE_TRIES, countLinkRequest, countToken, senderOf } from './limits.ts';
import { numberCode, numberConfirmed } from './number-messages.ts';
import { signedInBefore } from './signed-in-before.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

interface Change {
  typed: string;
  /** Of the browser in which the number was typed. */
  keptSession: Buffer;
}

/**
 * Texts go to the number at once. The one before signs in no longer, for it may be somebody else's: whoever holds a link
 * or session by it is out. Whether somebody else has the number makes no difference. Saved twice it is one change. Back
 * to the number that signed them in until they changed it, no new code is needed.
 */
export async function changeOwnNumber(
  services: Deps,
  actor: Actor,
  { typed, keptSession }: Change,
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
    const before = await lockPerson(transaction, id);
    if (before.textPhone === phone) return before;
    const now = clock.now();
    await limitPerson(transaction, now, 'phone numbers', id);
    const after = await setNumber(transaction, id, { phone: null, unconfirmedPhone: phone });
    if (before.phone) {
      await endLoginLinks(transaction, id, now);
      await endSessions(transaction, id, { except: keptSession });
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

/** Pressed twice within a minute it is one code. A newer one replaces the one before. */
export async function sendNumberCode(services: Deps, { id, ip }: Actor): Promise<Person> {
  const { database, clock, queue, settings } = services;
  return database.transaction(async (transaction) => {
    const person = await lockPerson(transaction, id);
    const { unconfirmedPhone: phone } = person;
    if (person.phone) return person;
    if (!phone) throw new DomainError('number-missing');
    const createdAt = clock.now();
    if (await wasJustSent(transaction, id, createdAt)) return person;
    await limitPerson(transaction, createdAt, 'number codes', id);
    const wanted = await countLinkRequest(transaction, createdAt, { phone }, senderOf(ip));
    if (wanted === 'nothing') throw new DomainError('limit-reached', { limit: 'number codes' });
    await transaction.delete(phoneCodes).where(eq(phoneCodes.personId, id));
    const expiresAt = linkExpiry(settings, createdAt);
    const values = { personId: id, phone, nonce: newNonce(), createdAt, expiresAt };
    const code = await insertOne(transaction, phoneCodes, values);
    await numberCode.send(queue, transaction, [{ personId: id, codeId: code.id }]);
    return person;
  });
}

/** From now on the number signs in. Typed again once that is so, the code changes nothing. */
export async function confirmNumber(services: Deps, actor: Actor, typed: string): Promise<Person> {
  const { database, clock, settings } = services;
  const { id, ip } = actor;
  const now = clock.now();
  if (!(await countToken(database, now, senderOf(ip)))) throw new DomainError('too-many-attempts');
  const code = await takeTry();
  if (!code) return refuseUnlessConfirmed();
  const { nonce, phone, tries } = code;
  if (!isSameSecret(typed, deriveCode(settings.linkKey, nonce))) {
    const left = CODE_TRIES - tries;
    throw left > 0 ? new DomainError('code-wrong', { left }) : new DomainError('number-code-dead');
  }
  const confirmation = database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const before = await lockPerson(transaction, id);
    if (before.phone) return before;
    if (before.unconfirmedPhone !== phone) throw new DomainError('number-code-expired');
    return letSignIn(services, transaction, actor, phone, now);
  });
  return confirmation.catch(conflictError);

  /** Counted before the code is looked at, so that many at once are no more than five. */
  async function takeTry() {
    const [row] = await database
      .update(phoneCodes)
      .set({ tries: sql`${phoneCodes.tries} + 1` })
      .where(and(isAlive(), lt(phoneCodes.tries, CODE_TRIES)))
      .returning();
    return row;
  }

  /** A code that was typed twice is gone by the second time. */
  async function refuseUnlessConfirmed(): Promise<Person> {
    const [person] = await database.select().from(people).where(eq(people.id, id));
    if (person?.phone) return person;
    const isDead = await database.$count(phoneCodes, isAlive());
    throw new DomainError(isDead ? 'number-code-dead' : 'number-code-expired');
  }

  function isAlive() {
    const { personId, createdAt, expiresAt } = phoneCodes;
    return and(eq(personId, id), lte(createdAt, now), gt(expiresAt, now));
  }
}

/** From now on the number signs in. Retreat matching and the person are locked. */
async function letSignIn(
  services: Deps,
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
  const confirmedAt = now.toISOString();
  await numberConfirmed.send(services.queue, transaction, [{ personId: id, confirmedAt }]);
  return after;
}

/** The phone is unique and may change. */
async function lockPerson(transaction: Transaction, id: number): Promise<Person> {
  const [person] = await transaction
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.deactivatedAt)))
    .for('update');
  if (!person) throw new DomainError('not-found');
  return person;
}

/** A code is for the number that it was sent to. */
async function setNumber(
  transaction: Transaction,
  id: number,
  numbers: Pick<Person, 'phone' | 'unconfirmedPhone'>,
): Promise<Person> {
  const [person] = await transaction
    .update(people)
    .set(numbers)
    .where(eq(people.id, id))
    .returning();
  if (!person) throw new Error('the person was not returned');
  await transaction.delete(phoneCodes).where(eq(phoneCodes.personId, id));
  return person;
}

async function wasJustSent(transaction: Transaction, id: number, now: Date): Promise<boolean> {
  const { personId, createdAt, tries } = phoneCodes;
  const whereJustSent = and(
    eq(personId, id),
    gt(createdAt, new Date(now.getTime() - MINUTE_MS)),
    lt(tries, CODE_TRIES),
  );
  return (await transaction.$count(phoneCodes, whereJustSent)) > 0;
}
