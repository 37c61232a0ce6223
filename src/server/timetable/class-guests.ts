import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { ClassGuest } from '../../contract/class-page.ts';
import { isMissed } from '../../course/class-time.ts';
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
  personNotes,
  registrations,
} from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { selectRegistrations } from '../schedule/index.ts';

type Place = Pick<ClassGuest, 'classNumber' | 'marks' | 'makeup'>;
const noPlace: Place = { classNumber: null, marks: [], makeup: null };

/**
 * Lists registered students, students who scheduled a makeup after missing this class, and anyone who clicked Join,
 * walked in or was seen in the room. Ordered by name, with people who have no class number last.
 */
export async function listGuests(
  database: Database,
  classId: number,
  known: ClassAttendance,
  now: Date,
): Promise<NamedGuest[]> {
  const places = await findPlaces(database, classId, now);
  const joined = await database
    .select({ personId: alumniJoins.personId })
    .from(alumniJoins)
    .where(eq(alumniJoins.classId, classId));
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

/** Lists the students registered for these classes, by name, with what staff should know about each. */
export async function listComing(database: Database, classIds: number[], now: Date) {
  const { id, studentId: personId, classId, classNumber } = registrations;
  const { startsAt } = classes;
  const { email, firstName, lastName } = people;
  const name = sql<string>`${firstName} || ' ' || ${lastName}`;
  const isMakeup = sql<boolean>`exists (select from ${makeups} where ${makeups.registrationId} = ${id}
    and ${makeups.undoneAt} is null and ${makeups.missedClassId} <> ${classId})`;
  const firstLine = sql<string | null>`split_part(${personNotes.body}, chr(10), 1)`;
  const note = sql<
    string | null
  >`(select ${firstLine} from ${personNotes} where ${personNotes.personId} = ${personId}
    order by ${personNotes.writtenAt} desc, ${personNotes.id} desc limit 1)`;
  const rows = await database
    .select({ id, personId, name, email, classId, classNumber, startsAt, isMakeup, note })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, classId))
    .innerJoin(people, eq(people.id, personId))
    .where(and(inArray(classId, classIds), hasPlace))
    .orderBy(lastName, firstName, people.id);
  const ids = rows.map((row) => row.personId);
  const held = await selectRegistrations(database, and(inArray(personId, ids), hasPlace));
  const heldBy = Map.groupBy(held, ({ studentId }) => studentId);
  return rows.map((row) => {
    const others = heldBy.get(row.personId)?.filter((one) => one.classId !== row.classId) ?? [];
    const missed = others.filter(
      (one) => one.wasHeld !== false && isMissed(one.startsAt, one.attendance, now),
    );
    return { ...row, marks: doorMarks({ ...row, others }, now), missed: missed.length };
  });
}

async function findPlaces(database: Database, id: number, now: Date) {
  const { studentId, classNumber } = registrations;
  const registered = await listComing(database, [id], now);
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
  const places = new Map<number, Place>();
  for (const row of missed) {
    const { classId } = row;
    // If the makeup class was canceled, the student has to pick a new time.
    const makeup = row.isSuspended ? null : { classId, startTime: row.startsAt.toISOString() };
    places.set(row.studentId, { ...noPlace, classNumber: row.classNumber, makeup });
  }
  for (const { personId, classNumber, marks } of registered) {
    places.set(personId, { ...noPlace, classNumber, marks });
  }
  return places;
}
