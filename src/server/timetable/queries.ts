import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AdminClass } from '../../contract/timetable.ts';
import { classTopic } from '../../course/course.ts';
import { dayOfWeek } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import { timeSlotOf } from '../../course/pacific-time.ts';
import { STAFF_ROLES, type StaffRole } from '../../course/roles.ts';
import type { Reader } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import { classes, meetingRegistrants, people, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { DomainError } from '../platform/errors.ts';

const instructor = alias(people, 'instructor');

export async function readClass(database: Reader, id: number, courseShortName: string) {
  const [found] = await selectClasses(database, eq(classes.id, id), courseShortName);
  if (!found) throw new DomainError('not-found');
  return found;
}

export async function selectClasses(
  database: Reader,
  which: SQL | undefined,
  courseShortName: string,
) {
  const byName = sql`order by ${people.lastName}, ${people.firstName}`;
  const rows = await database
    .select({
      courseClass: classes,
      instructorFirstName: instructor.firstName,
      registered: sql<AdminClass['registrations']>`(select coalesce(json_agg(json_build_object(
          'id', ${registrations.id}, 'name', ${nameColumn()}, 'email', ${people.email},
          'classNumber', ${registrations.classNumber}) ${byName}), '[]')
        from ${registrations} join ${people} on ${people.id} = ${registrations.studentId}
        where ${registrations.classId} = ${classes.id} and ${hasPlace})`,
      refused: sql<RefusedRegistrant[]>`(select coalesce(json_agg(json_build_object(
          'name', ${nameColumn()}, 'problem', ${meetingRegistrants.problem}) ${byName}), '[]')
        from ${meetingRegistrants} join ${people} on ${people.id} = ${meetingRegistrants.personId}
        where ${meetingRegistrants.classId} = ${classes.id}
          and ${meetingRegistrants.problem} is not null and ${meetingRegistrants.joinUrl} is null)`,
    })
    .from(classes)
    .leftJoin(instructor, eq(instructor.id, classes.instructorId))
    .where(which)
    .orderBy(asc(classes.startsAt), asc(classes.id));
  return rows.map(({ courseClass, registered, refused, instructorFirstName }) => ({
    ...courseClass,
    startTime: courseClass.startsAt,
    timeSlot: timeSlotOf(courseClass.startsAt),
    dayOfWeek: dayOfWeek(courseClass.startsAt),
    instructorId: courseClass.instructorId ?? undefined,
    instructorFirstName,
    topic: classTopic(courseShortName, courseClass.classType),
    // If there is no registration URL, the join URL works too, because Zoom redirects it to the registration page.
    zoomRegistrationUrl: courseClass.zoomRegistrationUrl ?? courseClass.zoomJoinUrl,
    registrantProblems: describeRefused(refused),
    registrationCount: registered.length,
    registrations: registered,
    classNumber: null,
  }));
}

interface RefusedRegistrant {
  name: string;
  problem: string;
}

function describeRefused(refused: RefusedRegistrant[]): string[] {
  const byProblem = Map.groupBy(refused, ({ problem }) => problem);
  return [...byProblem].map(([problem, people]) => {
    const names = people.map(({ name }) => name).join(', ');
    return `No personal link for ${names}: ${problem}`;
  });
}

export function countRegistered(database: Reader, classId: number): Promise<number> {
  return database.$count(registrations, and(eq(registrations.classId, classId), hasPlace));
}

export function listRegistered(database: Reader, classIds: number[]) {
  const { id, studentId, classId } = registrations;
  return database
    .select({ registrationId: id, personId: studentId, classId })
    .from(registrations)
    .where(and(inArray(classId, classIds), hasPlace));
}

export async function listInstructors(database: Reader) {
  const rows = await database
    .select()
    .from(people)
    .where(and(inArray(people.role, STAFF_ROLES), isNull(people.deactivatedAt)))
    .orderBy(people.firstName, people.lastName);
  return rows.map((person) => ({
    id: person.id,
    name: fullName(person),
    role: person.role as StaffRole,
  }));
}

export async function nameRegistered(database: Reader, classId: number, which?: SQL) {
  const rows = await database
    .select({ name: nameColumn() })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(and(eq(registrations.classId, classId), hasPlace, which))
    .orderBy(people.lastName, people.firstName);
  return rows.map(({ name }) => name);
}

export function hasOtherIn(pacificWeek: string | typeof registrations.pacificWeek): SQL {
  return sql`exists (select from ${registrations} other
    where other.student_id = ${registrations.studentId} and other.pacific_week = ${pacificWeek}
      and other.id <> ${registrations.id} and other.ended_at is null and other.suspended_by is null)`;
}
