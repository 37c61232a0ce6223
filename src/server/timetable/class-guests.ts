import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isMissed } from '../../course/class-state.ts';
import { doorMarks } from '../../course/door-list.ts';
import { fullName } from '../../course/full-name.ts';
import { describeCorrection, guestsOf } from '../attendance/index.ts';
import type { Database } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import {
  attendance,
  attendanceCorrections,
  classes,
  makeups,
  people,
  personNotes,
  registrations,
} from '../database/schema.ts';
import { hasPlace, isAnyOf } from '../database/standing.ts';
import { matchesPerson } from '../platform/search-words.ts';
import { selectRegistrations } from '../schedule/index.ts';

const editor = alias(people, 'editor');

/**
 * Reads everyone in these classes with a single query. Sorts them by name, with people who have no class number last.
 * `place` is the student's registration, which is in another class if they scheduled a makeup. It is null for alumni
 * and walk-ins.
 */
export function readGuests(database: Database, classIds: number[], search = '') {
  const guests = guestsOf(({ classId }) => isAnyOf(classId, classIds));
  const ofGuest = ({ personId, classId }: typeof attendance | typeof attendanceCorrections) =>
    sql`${personId} = guest.person_id and ${classId} = guest.class_id`;
  return database
    .select({
      classId: sql<number>`guest.class_id`,
      person: people,
      place: registrations,
      placeStartsAt: classes.startsAt,
      record: attendance,
      correction: attendanceCorrections,
      editor,
    })
    .from(sql`(${guests}) guest`)
    .innerJoin(people, sql`${people.id} = guest.person_id`)
    .leftJoin(registrations, sql`${registrations.id} = guest.registration_id`)
    .leftJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(attendance, ofGuest(attendance))
    .leftJoin(attendanceCorrections, ofGuest(attendanceCorrections))
    .leftJoin(editor, eq(editor.id, attendanceCorrections.correctedBy))
    .where(matchesPerson(search))
    .orderBy(isNull(registrations.id), people.lastName, people.firstName, people.id);
}

export async function listGuests(database: Database, classId: number, now: Date) {
  const guests = await readGuests(database, [classId]);
  const coming = await listComing(database, [classId], now);
  const marksOf = new Map(coming.map(({ personId, marks }) => [personId, marks]));
  return guests.map(({ person, place, placeStartsAt, record, correction, editor }) => {
    const { id, email, textPhone: phone, textConsent, role } = person;
    const isMakeup = place && placeStartsAt && place.classId !== classId && !place.suspendedBy;
    return {
      personId: id,
      name: fullName(person),
      ...{ email, phone, textConsent, role },
      classNumber: place?.classNumber ?? null,
      marks: marksOf.get(id) ?? [],
      makeup: isMakeup ? { classId: place.classId, startTime: placeStartsAt } : null,
      attendance: record,
      correction: correction && editor && describeCorrection(correction, editor),
    };
  });
}

export async function listComing(database: Database, classIds: number[], now: Date) {
  const { id, studentId: personId, classId, classNumber } = registrations;
  const { startsAt } = classes;
  const { email, firstName, lastName } = people;
  const name = nameColumn();
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
