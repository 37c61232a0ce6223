import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { staffCalls } from '../../../contract/staff.ts';
import { canAdminister, isStaff } from '../../../course/roles.ts';
import { forgetFailedLinks, renewAccess, sendWelcome } from '../../accounts/index.ts';
import type { Transaction } from '../../database/connect.ts';
import { retryOutdatedLocks } from '../../database/lock-order.ts';
import { findRow, insertOne, lockRows, updateRows } from '../../database/rows.ts';
import { type Person, people } from '../../database/schema.ts';
import { moveClassesOfInstructor, retryIfHostIsTaken } from '../../meetings/index.ts';
import { type Actor, audit, commandLineActor } from '../../platform/audit.ts';
import { DomainError, refuseStale, type Seen } from '../../platform/errors.ts';
import { issueLink, linkOf } from '../../platform/login-links.ts';
import type { Services } from '../../platform/services.ts';
import { handOverClasses, lockClosedDates } from '../../timetable/index.ts';
import { phoneColumns, phoneOf } from '../commands.ts';
import { conflictError, ownedConflictError } from '../contact-owner.ts';
import { describeStaff, isStaffPerson, type StaffPerson } from './staff-queries.ts';

type StaffFields = BodyOf<typeof staffCalls.addStaff>;

export async function addStaff(services: Services, actor: Actor, body: StaffFields): Promise<void> {
  const { database, clock } = services;
  const values = columnsOf(body);
  const addition = database.transaction(async (transaction) => {
    const at = clock.now();
    await refuseMember(transaction, body.email);
    const made = await insertOne(transaction, people, { ...values, createdAt: at });
    const after = describeStaff({ ...made, role: values.role });
    await audit(transaction, actor, at, 'staff: added', { person: made.id, after });
    await sendWelcome(services, transaction, made.id);
  });
  await addition.catch(ownedConflictError(database, values, 'phone'));
}

type NewAdmin = Pick<Person, 'email' | 'firstName' | 'lastName'>;

/** Called from the command line, to add the first admin or to regain access when no admin can sign in. */
export async function addAdmin(services: Services, admin: NewAdmin) {
  const { database, clock } = services;
  const addition = database.transaction(async (transaction) => {
    const at = clock.now();
    const after = { ...admin, role: 'admin' as const };
    const made = await insertOne(transaction, people, { ...after, createdAt: at });
    await audit(transaction, commandLineActor, at, 'person: added', { person: made.id, after });
    const token = await issueLink(services, transaction, 'printed', { personId: made.id });
    return { link: linkOf(services.settings, token), expiresAt: token.expiresAt };
  });
  return addition.catch(conflictError('phone'));
}

/** Throws if the email belongs to a student or alum. The form then offers to make that person a staff member. */
async function refuseMember(transaction: Transaction, email: string) {
  const isTheirs = eq(sql`lower(${people.email})`, email.toLowerCase());
  const found = await findRow(transaction, people, and(isTheirs, isNull(people.deactivatedAt)));
  if (!found || isStaff(found.role)) return;
  const { id, firstName, lastName, role } = found;
  throw new DomainError('email-of-member', { current: { id, firstName, lastName, role } });
}

export async function editStaff(
  services: Services,
  actor: Actor,
  { id, version }: Seen,
  body: StaffFields,
): Promise<{ movedClasses: number }> {
  const { database, clock } = services;
  const { phone, ...values } = columnsOf(body);
  const edit = async (transaction: Transaction) => {
    const { person, hasOtherAdmin } = await lockStaff(transaction, id);
    if (person.deactivatedAt) throw new DomainError('person-deactivated');
    const before = describeStaff(person);
    const after = describeStaff({ ...person, ...values, textPhone: phone });
    if (!isDeepStrictEqual(before, after)) {
      const current = () => ({ ...describeStaff(person), version: person.version });
      await refuseStale(person.version, version, 'staff member', current);
    }
    if (!canAdminister(after.role) && !hasOtherAdmin) throw new DomainError('last-admin');
    const columns = { ...values, ...phoneColumns(person, phone) };
    await updateRows(transaction, people, { id }, columns);
    if (await renewAccess(services, transaction, person, after)) {
      await forgetFailedLinks(transaction, id);
    }
    const { zoomUser } = after;
    const movedClasses =
      before.zoomUser === zoomUser
        ? 0
        : await moveClassesOfInstructor(services, transaction, { id, zoomUser });
    await audit(transaction, actor, clock.now(), 'staff: edited', {
      person: id,
      before,
      after: { ...after, ...(movedClasses > 0 && { movedClasses }) },
    });
    return { movedClasses };
  };
  const run = () => database.transaction(edit);
  return retryIfHostIsTaken(run).catch(ownedConflictError(database, { ...values, phone }, 'phone'));
}

/**
 * Deactivates or reactivates a staff member. Instead of being deactivated, someone who was a student or alum before
 * becoming staff gets that role back. A trigger ends their sessions and links. `handOverTo` gets their upcoming
 * classes. Idempotent. Returns the person as they were before the change.
 */
export function setStaffActive(
  services: Services,
  actor: Actor,
  id: number,
  { isActive, handOverTo }: { isActive: boolean; handOverTo?: number | undefined },
): Promise<StaffPerson> {
  const { database, clock } = services;
  const change = async (transaction: Transaction) => {
    if (handOverTo) await lockClosedDates(transaction, 'shared');
    const { person, hasOtherAdmin } = await lockStaff(transaction, id, handOverTo);
    const { role, roleBeforeStaff, deactivatedAt } = person;
    if (isActive === (deactivatedAt === null)) {
      if (handOverTo) await handOverClasses(services, transaction, actor, id, handOverTo);
      return person;
    }
    if (!isActive && !hasOtherAdmin) throw new DomainError('last-admin');
    const at = clock.now();
    const returnsTo = isActive ? null : roleBeforeStaff;
    const after = returnsTo ? { role: returnsTo } : { deactivatedAt: isActive ? null : at };
    const columns = returnsTo ? { ...after, isAdmin: false, roleBeforeStaff: null } : after;
    await updateRows(transaction, people, { id }, columns);
    if (!isActive) await forgetFailedLinks(transaction, id);
    const before = returnsTo ? { role } : { deactivatedAt };
    const action = isActive ? 'staff: reactivated' : 'staff: deactivated';
    await audit(transaction, actor, at, action, { person: id, before, after });
    if (handOverTo) await handOverClasses(services, transaction, actor, id, handOverTo);
    return person;
  };
  return retryOutdatedLocks(() => database.transaction(change));
}

/** Locks all admins too, so that two admins can't deactivate each other at the same time. */
async function lockStaff(transaction: Transaction, id: number, other = id) {
  const whereAdmin = and(eq(people.role, 'admin'), isNull(people.deactivatedAt));
  const which = or(inArray(people.id, [id, other]), whereAdmin);
  const locked = await lockRows(transaction, people, which, 'no key update');
  const person = locked.filter(isStaffPerson).find((one) => one.id === id);
  if (!person || person.erasedAt) throw new DomainError('not-found');
  const hasOtherAdmin = locked.some(
    (one) => one.id !== id && canAdminister(one.role) && !one.deactivatedAt,
  );
  return { person, hasOtherAdmin };
}

export function columnsOf({ canEdit, zoomUser, phone, ...rest }: StaffFields) {
  return {
    ...rest,
    phone: phoneOf(phone, 'phone'),
    zoomUser: zoomUser || null,
    // Admins can edit without this flag. If they had it, they would keep edit rights after becoming a teacher.
    isAdmin: canEdit && !canAdminister(rest.role),
  };
}
