import { and, eq, inArray } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { staffCalls } from '../../../contract/staff.ts';
import { isStaff } from '../../../course/roles.ts';
import { sendWelcome } from '../../accounts/index.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockRow, updateRows } from '../../database/rows.ts';
import { classes, type Person, people, registrations } from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import { whereUpcoming } from '../../meetings/index.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deletePlannedReminders } from '../../reminders/index.ts';
import { leaveWaitingLists } from '../../schedule/index.ts';
import { phoneColumns } from '../commands.ts';
import { conflictError } from '../contact-owner.ts';
import { columnsOf } from './staff-commands.ts';
import { describeStaff } from './staff-queries.ts';

/** Makes a student or alum a staff member. They keep their email and attendance, but are signed out. Idempotent. */
export async function makeStaff(
  services: Services,
  actor: Actor,
  id: number,
  body: BodyOf<typeof staffCalls.makeStaff>,
): Promise<Pick<Person, 'firstName' | 'lastName'>> {
  const { database, clock } = services;
  const { email: _, phone, ...values } = columnsOf(body);
  const change = database.transaction(async (transaction) => {
    // The phone number is unique, so changing it needs the strongest lock.
    const person = await lockRow(transaction, people, { id, deactivatedAt: null }, 'update');
    if (!person) throw new DomainError('not-found');
    const { role } = person;
    if (isStaff(role)) return person;
    const at = clock.now();
    await refuseBusyStudent(transaction, id, at);
    const numbers = phone === null ? {} : phoneColumns(person, phone);
    const columns = { ...values, ...numbers, roleBeforeStaff: role };
    await updateRows(transaction, people, { id }, columns);
    await deletePlannedReminders(transaction, id);
    await leaveWaitingLists({ queue: services.queue, now: at, actor }, transaction, id);
    const textPhone = phone ?? person.textPhone;
    const after = describeStaff({ ...person, ...columns, textPhone });
    const before = { role };
    await audit(transaction, actor, at, 'staff: made of a member', { person: id, before, after });
    await sendWelcome(services, transaction, id);
    return columns;
  });
  return change.catch(conflictError('phone'));
}

/** Throws if the student has upcoming classes, because staff have no schedule page that would show those classes. */
async function refuseBusyStudent(transaction: Transaction, studentId: number, now: Date) {
  const upcoming = transaction.select({ id: classes.id }).from(classes).where(whereUpcoming(now));
  const { studentId: ofStudent, classId } = registrations;
  const isTheirs = and(eq(ofStudent, studentId), inArray(classId, upcoming), hasPlace);
  const count = await transaction.$count(registrations, isTheirs);
  if (count > 0) throw new DomainError('student-has-classes', { count });
}
