import { and, count, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { StaffRow } from '../../../contract/staff.ts';
import { canEdit, isStaff, STAFF_ROLES } from '../../../course/roles.ts';
import { classes, type Person, people } from '../../database/schema.ts';
import { whereUpcoming } from '../../meetings/index.ts';
import { findProblems, findUndeliveredTexts } from '../../messages/undelivered.ts';
import type { Services } from '../../platform/services.ts';

export type StaffPerson = Person & { role: StaffRow['role'] };

export function isStaffPerson(person: Person): person is StaffPerson {
  return isStaff(person.role);
}

export function describeStaff(person: StaffPerson) {
  const { email, firstName, lastName, textPhone: phone, role, zoomUser } = person;
  return { email, firstName, lastName, phone, role, canEdit: canEdit(person), zoomUser };
}

export async function listStaff({ database, clock }: Services) {
  const found = await database
    .select()
    .from(people)
    .where(and(inArray(people.role, STAFF_ROLES), isNull(people.erasedAt)))
    .orderBy(isNotNull(people.deactivatedAt), people.lastName, people.firstName, people.id);
  const staff = found.filter(isStaffPerson);
  const ids = staff.map(({ id }) => id);
  const [problems, undelivered, upcoming] = await Promise.all([
    findProblems(database, ids),
    findUndeliveredTexts(database, ids, clock.now()),
    database
      .select({ instructorId: classes.instructorId, count: count() })
      .from(classes)
      .where(and(inArray(classes.instructorId, ids), whereUpcoming(clock.now())))
      .groupBy(classes.instructorId),
  ]);
  const classesOf = new Map(upcoming.map((row) => [row.instructorId, row.count]));
  return staff.map((person) => ({
    ...describeStaff(person),
    id: person.id,
    lastSignInAt: person.lastSignInAt,
    deactivatedAt: person.deactivatedAt,
    roleBeforeStaff: person.roleBeforeStaff,
    upcomingClasses: classesOf.get(person.id) ?? 0,
    messageProblem: problems.get(person.id) ?? null,
    textProblem: undelivered.get(person.id) ?? null,
    version: person.version,
  }));
}
