import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { staffCalls } from '../../../contract/staff.ts';
import { canAdminister } from '../../../course/roles.ts';
import { renewAccess, sendWelcome } from '../../accounts/index.ts';
import type { Transaction } from '../../database/connect.ts';
import { insertOne } from '../../database/insert-one.ts';
import { people } from '../../database/schema.ts';
import { againIfHostIsTaken, moveClassesOfInstructor } from '../../meetings/index.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError, refuseStale } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { phoneColumns, phoneOf } from '../commands.ts';
import { ownedConflictError } from '../contact-owner.ts';
import { forgetFailedLinks } from '../retry-messages.ts';
import { describeStaff, isStaffPerson, type StaffPerson } from './staff-queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;
type StaffFields = BodyOf<typeof staffCalls.addStaff>;

export async function addStaff(services: Deps, actor: Actor, body: StaffFields): Promise<void> {
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

/** The admin is offered to make the student or alumnus staff who has the email; nobody is twice in the portal. */
async function refuseMember(transaction: Transaction, email: string) {
  const [found] = await transaction
    .select()
    .from(people)
    .where(and(eq(sql`lower(${people.email})`, email.toLowerCase()), isNull(people.deactivatedAt)));
  if (found?.role !== 'student' && found?.role !== 'alumni') return;
  const { id, firstName, lastName, role } = found;
  throw new DomainError('email-of-member', { current: { id, firstName, lastName, role } });
}

/** With another Zoom user their classes move there; how many did is answered. */
export async function editStaff(
  services: Deps,
  actor: Actor,
  { id, version }: { id: number; version: number | undefined },
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
      await refuseStale(person.version, version, 'member of staff', current);
    }
    if (!canAdminister(after.role) && !hasOtherAdmin) throw new DomainError('last-admin');
    const columns = { ...values, ...phoneColumns(person, phone) };
    await transaction.update(people).set(columns).where(eq(people.id, id));
    if (await renewAccess(services, transaction, person, after)) {
      await forgetFailedLinks(transaction, id);
    }
    const { zoomUser } = after;
    const isElsewhere = before.zoomUser !== zoomUser;
    const movedClasses = isElsewhere
      ? await moveClassesOfInstructor(services, transaction, { id, zoomUser })
      : 0;
    const at = clock.now();
    const moved = movedClasses > 0 && { movedClasses };
    const entry = { before, after: { ...after, ...moved } };
    await audit(transaction, actor, at, 'staff: edited', { person: id, ...entry });
    return { movedClasses };
  };
  const run = () => database.transaction(edit);
  return againIfHostIsTaken(run).catch(ownedConflictError(database, { ...values, phone }, 'phone'));
}

/**
 * A trigger ends their sessions and links with it. Whoever was a student or alumnus before is that again, and can sign
 * in as such. Who they were until now, for the answer.
 */
export function endStaffAccess(services: Deps, actor: Actor, id: number): Promise<StaffPerson> {
  return setAccess(services, actor, id, 'staff: deactivated');
}

export function restoreStaffAccess(services: Deps, actor: Actor, id: number): Promise<StaffPerson> {
  return setAccess(services, actor, id, 'staff: reactivated');
}

/** Asked for again it changes nothing. */
function setAccess(
  { database, clock }: Deps,
  actor: Actor,
  id: number,
  action: 'staff: deactivated' | 'staff: reactivated',
) {
  return database.transaction(async (transaction) => {
    const { person, hasOtherAdmin } = await lockStaff(transaction, id);
    const isEnding = action === 'staff: deactivated';
    if (isEnding === (person.deactivatedAt !== null)) return person;
    if (isEnding && !hasOtherAdmin) throw new DomainError('last-admin');
    const at = clock.now();
    const change = changeOf(person, isEnding ? at : null);
    await transaction.update(people).set(change.columns).where(eq(people.id, id));
    if (isEnding) await forgetFailedLinks(transaction, id);
    const { before, after } = change;
    await audit(transaction, actor, at, action, { person: id, before, after });
    return person;
  });
}

function changeOf({ role, roleBeforeStaff, deactivatedAt }: StaffPerson, endedAt: Date | null) {
  if (endedAt && roleBeforeStaff) {
    const columns = { role: roleBeforeStaff, isAdmin: false, roleBeforeStaff: null };
    return { columns, before: { role }, after: { role: roleBeforeStaff } };
  }
  return {
    columns: { deactivatedAt: endedAt },
    before: { deactivatedAt },
    after: { deactivatedAt: endedAt },
  };
}

/**
 * Locks the person together with all admins, by id. So of two changes that would each leave the other's admin as
 * the last one, the second sees what the first has done.
 */
async function lockStaff(transaction: Transaction, id: number) {
  const whereAdmin = and(eq(people.role, 'admin'), isNull(people.deactivatedAt));
  const locked = await transaction
    .select()
    .from(people)
    .where(or(eq(people.id, id), whereAdmin))
    .orderBy(people.id)
    .for('no key update');
  const person = locked.filter(isStaffPerson).find((one) => one.id === id);
  if (!person || person.erasedAt) throw new DomainError('not-found');
  return { person, hasOtherAdmin: locked.some((one) => one.id !== id) };
}

export function columnsOf({ canEdit, zoomUser, phone, ...rest }: StaffFields) {
  return {
    ...rest,
    phone: phoneOf(phone, 'phone'),
    zoomUser: zoomUser || null,
    // An admin may edit anyway: whoever becomes a teacher later is not to keep a right that nobody lent.
    isAdmin: canEdit && !canAdminister(rest.role),
  };
}
