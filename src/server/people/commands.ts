import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { peopleCalls } from '../../contract/people.ts';
import type { peopleChangeCalls } from '../../contract/people-changes.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { daysDifference, isAccountReset } from '../../course/start-date.ts';
import { forgetFailedLinks, renewAccess, sendWelcome } from '../accounts/index.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow, insertOne, match, updateRows } from '../database/rows.ts';
import { consentEvents, type Person, people, registrations } from '../database/schema.ts';
import { confirmOptIn, refuseConsentByStaff } from '../messages/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale, type Seen } from '../platform/errors.ts';
import { readPhone } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { lockRetreatMatching, matchRetreatsOf } from '../retreats/index.ts';
import { ownedConflictError } from './contact-owner.ts';
import { clearSchedule } from './status/clear-schedule.ts';

type NewPerson = BodyOf<typeof peopleCalls.addPerson>;
type Member = Person & { role: 'student' | 'alumni' };

export async function addPerson(services: Services, actor: Actor, body: NewPerson) {
  const { database, clock } = services;
  const { phoneNumber, isAdmin: _, ...fields } = body;
  const phone = phoneOf(phoneNumber, 'phoneNumber');
  const transferStudent = body.role === 'student' && body.transferStudent;
  const addition = database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const at = clock.now();
    const after = { ...fields, phone, transferStudent };
    const made = await insertOne(transaction, people, { ...after, createdAt: at });
    await audit(transaction, actor, at, 'person: added', { person: made.id, after });
    await matchRetreatsOf(services, transaction, made, actor);
    await sendWelcome(services, transaction, made.id);
    return made;
  });
  return addition.catch(ownedConflictError(database, { ...body, phone }, 'phoneNumber'));
}

/** For a student, a new start date can remove all classes from the schedule. For an alum, it never does. */
export async function editMember(
  services: Services,
  actor: Actor,
  { id, role, version }: Seen & Pick<Member, 'role'>,
  body: BodyOf<typeof peopleChangeCalls.editAlumnus>,
) {
  const { database, clock } = services;
  const { id: actorId, ip } = actor;
  const { textConsent, phone: typed, ...rest } = body;
  const phone = phoneOf(typed, 'phone');
  const edit = database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const at = clock.now();
    const before = await lockMember(transaction, { id, role, actorId });
    const numbers = phoneColumns(before, phone);
    const after = { ...rest, phone, textConsent };
    if (!isDeepStrictEqual(editableFields(before), after))
      await refuseOtherVersion(before, version);
    const startDateBefore = before.startDate ?? EARLIEST_START_DATE;
    const startDateAfter = body.startDate ?? EARLIEST_START_DATE;
    const isHeld = match(registrations, { studentId: id, endedAt: null });
    const held = await transaction.$count(registrations, isHeld);
    const accountReset =
      role === 'student' && isAccountReset(startDateBefore, startDateAfter, held);
    await updateRows(transaction, people, { id }, { ...rest, ...numbers });
    if (textConsent && phone === null && before.textPhone !== null) {
      throw new DomainError('consent-is-the-persons', { why: 'no phone' });
    }
    if (textConsent !== before.textConsent) {
      if (textConsent) await refuseConsentByStaff(transaction, { id, phone });
      const shown = `Changed by staff at the ${role === 'student' ? 'student' : 'alum'}’s request`;
      const choice = { personId: id, consent: textConsent, shown, ip, at };
      const event = await insertOne(transaction, consentEvents, { ...choice, source: 'staff' });
      await confirmOptIn(services.queue, transaction, event);
    }
    if (await renewAccess(services, transaction, before, { email: body.email, phone })) {
      await forgetFailedLinks(transaction, id);
    }
    if (accountReset) {
      const reset = { personId: id, clearedBy: actorId, kind: 'reset' } as const;
      await clearSchedule(services, transaction, { ...reset, startDateBefore, startDateAfter });
    }
    const facts = { person: id, before: editableFields(before), after };
    await audit(transaction, actor, at, editActions[role][accountReset ? 'reset' : 'edit'], facts);
    const reachable = { id, email: body.email, phone: { ...before, ...numbers }.phone };
    await matchRetreatsOf(services, transaction, reachable, actor);
    return { accountReset, daysDifference: daysDifference(startDateBefore, startDateAfter) };
  });
  return edit.catch(ownedConflictError(database, { ...body, phone }, 'phone'));
}

const editActions = {
  student: { edit: 'student: edited', reset: 'student: edited, account reset' },
  alumni: { edit: 'alumni: edited', reset: 'alumni: edited' },
} as const;

export function phoneOf(typed: string | undefined, field: string): string | null {
  if (!typed) return null;
  const phone = readPhone(typed);
  if (!phone) throw new DomainError('phone-invalid', { field });
  return phone;
}

/**
 * A number that staff enter counts as confirmed, unless the person entered the same number and hasn't confirmed it yet.
 */
export function phoneColumns({ textPhone }: Person, typed: string | null) {
  return typed !== null && typed === textPhone ? {} : { phone: typed, unconfirmedPhone: null };
}

/**
 * Locks the actor too. Resetting the schedule inserts rows that reference both people, and people must be locked first.
 */
async function lockMember(
  transaction: Transaction,
  { id, role, actorId }: Pick<Member, 'id' | 'role'> & { actorId: number },
) {
  await lockPeople(transaction, [id, actorId], 'no key update');
  const member = await findRow(transaction, people, { id, role, deactivatedAt: null });
  if (!member) throw new DomainError('not-found');
  return member;
}

export function refuseOtherVersion(person: Person, seen: number | undefined): Promise<void> {
  const { version, role } = person;
  const what = role === 'student' ? 'student' : 'alum';
  return refuseStale(version, seen, what, () => ({ ...editableFields(person), version }));
}

function editableFields(person: Person) {
  const { email, firstName, lastName, textPhone: phone, startDate, textConsent } = person;
  return { email, firstName, lastName, phone, startDate, textConsent };
}
