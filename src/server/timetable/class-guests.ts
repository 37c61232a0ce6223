import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { ClassGuest } from '../../contract/class-page.ts';
import { doorMarks } from '../../course/door-list.ts';
import { roleOf } from '../../course/roles.ts';
import type { ClassAttendance } from '../attendance/index.ts';
import type { Database } from '../database/connect.ts';
import {
  alumniJoins,
  classes,
  makeups,
  type Person,
  people,
  registrations,
} from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { selectRegistrations } from '../schedule/index.ts';

type Class = Pick<typeof classes.$inferSelect, 'id' | 'startsAt'>;
type Place = Pick<ClassGuest, 'classNumber' | 'marks' | 'makeup'>;
const noPlace: Place = { classNumber: null, marks: [], makeup: null };

/**
 * Lists registered students, students who scheduled a makeup after missing this class, alumni who clicked Join, and
 * anyone who walked in or was seen in the room. Ordered by name, with people who have no class number last.
 */
export async function listGuests(
  database: Database,
  courseClass: Class,
  known: ClassAttendance,
  now: Date,
): Promise<NamedGuest[]> {
  const places = await findPlaces(database, courseClass, now);
  const joined = await database
    .select({ personId: alumniJoins.personId })
    .from(alumniJoins)
    .where(eq(alumniJoins.classId, courseClass.id));
  const ids = new Set([
    ...places.keys(),
    ...joined.map(({ personId }) => personId),
    ...known.records.keys(),
    ...[...known.corrections].flatMap(([id, { status }]) => (status === 'Withdrawn' ? [] : id)),
    ...known.seen,
  ]);
  const found = await database
    .select()
    .from(people)
    .where(inArray(people.id, [...ids]))
    .orderBy(people.lastName, people.firstName, people.id);
  return found
    .map((person) => toGuest(person, places.get(person.id) ?? noPlace, known))
    .toSorted((a, b) => Number(a.classNumber === null) - Number(b.classNumber === null));
}

export type NamedGuest = ReturnType<typeof toGuest>;

function toGuest(person: Person, place: Place, known: ClassAttendance) {
  const { id, firstName, lastName, email, textPhone: phone, textConsent, role } = person;
  const record = known.records.get(id) ?? null;
  return {
    personId: id,
    name: `${firstName} ${lastName}`,
    ...{ firstName, lastName, email, phone, textConsent, role: roleOf(role) },
    ...place,
    attendance: record && {
      status: record.status,
      source: record.source,
      joinedAt: record.joinedAt?.toISOString() ?? null,
      leftAt: record.leftAt?.toISOString() ?? null,
      recordedAt: record.recordedAt.toISOString(),
    },
    correction: known.corrections.get(id) ?? null,
  };
}

async function findPlaces(database: Database, { id, startsAt }: Class, now: Date) {
  const isMakeup = sql<boolean>`exists (select from ${makeups} where ${makeups.registrationId} = ${registrations.id}
    and ${makeups.undoneAt} is null and ${makeups.missedClassId} <> ${id})`;
  const { studentId, classNumber } = registrations;
  const registered = await database
    .select({ studentId, classNumber, isMakeup })
    .from(registrations)
    .where(and(eq(registrations.classId, id), hasPlace));
  const missed = await database
    .select({
      ...{ studentId, classNumber, classId: classes.id, startsAt: classes.startsAt },
      isSuspended: isNotNull(registrations.suspendedBy).mapWith(Boolean),
    })
    .from(makeups)
    .innerJoin(registrations, eq(registrations.id, makeups.registrationId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(
      and(
        eq(makeups.missedClassId, id),
        isNull(makeups.undoneAt),
        isNull(registrations.endedAt),
        ne(registrations.classId, id),
      ),
    );
  const studentIds = registered.map((row) => row.studentId);
  const otherClasses = await selectRegistrations(
    database,
    and(inArray(studentId, studentIds), hasPlace, ne(registrations.classId, id)),
  );
  const othersOf = Map.groupBy(otherClasses, (row) => row.studentId);
  const places = new Map<number, Place>();
  for (const row of missed) {
    const { classId } = row;
    // If the makeup class was canceled, the student has to pick a new time.
    const makeup = row.isSuspended ? null : { classId, startTime: row.startsAt.toISOString() };
    places.set(row.studentId, { ...noPlace, classNumber: row.classNumber, makeup });
  }
  for (const row of registered) {
    const others = othersOf.get(row.studentId) ?? [];
    const marks = doorMarks({ startsAt, isMakeup: row.isMakeup, others }, now);
    places.set(row.studentId, { ...noPlace, classNumber: row.classNumber, marks });
  }
  return places;
}
