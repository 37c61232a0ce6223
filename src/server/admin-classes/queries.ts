import { and, asc, count, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AdminClass } from '../../contract/admin-classes.ts';
import { classTopic } from '../../course/course.ts';
import { dayOfWeek, pacificWeekOf, timeSlotOf } from '../../course/pacific-time.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { isUpcomingClass } from '../meetings/queries.ts';

type Reader = Database | Transaction;

export async function listUpcomingClasses(database: Reader, now: Date, courseShortName: string) {
  return selectClasses(database, isUpcomingClass(now), courseShortName);
}

export async function readClass(database: Reader, id: number, courseShortName: string) {
  const [found] = await selectClasses(database, eq(classes.id, id), courseShortName);
  return found;
}

async function selectClasses(
  database: Reader,
  which: SQL | undefined,
  courseShortName: string,
): Promise<AdminClass[]> {
  const registered = database
    .select({
      list: sql<AdminClass['registrations']>`coalesce(json_agg(json_build_object(
        'id', ${registrations.id},
        'name', ${people.firstName} || ' ' || ${people.lastName},
        'email', ${people.email},
        'classNumber', ${registrations.classNumber}
      ) order by ${people.lastName}, ${people.firstName}), '[]')`.as('list'),
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(and(eq(registrations.classId, classes.id), isNull(registrations.cancelledAt)))
    .as('registered');
  const rows = await database
    .select({ aClass: classes, list: registered.list, instructorFirstName: instructorName() })
    .from(classes)
    .leftJoinLateral(registered, sql`true`)
    .where(which)
    .orderBy(asc(classes.startsAt), asc(classes.id));
  return rows.map(({ aClass, list, instructorFirstName }) => ({
    id: aClass.id,
    startTime: aClass.startsAt.toISOString(),
    timeSlot: timeSlotOf(aClass.startsAt),
    dayOfWeek: dayOfWeek(aClass.startsAt),
    classType: aClass.classType,
    ...(aClass.instructorId && { instructorId: aClass.instructorId }),
    instructorFirstName,
    topic: classTopic(courseShortName, aClass.classType),
    zoomMeetingId: aClass.zoomMeetingId,
    zoomRegistrationUrl: aClass.zoomRegistrationUrl,
    meetingProblem: aClass.meetingProblem,
    registrationCount: list?.length ?? 0,
    registrations: list ?? [],
    classNumber: null,
  }));
}

function instructorName() {
  return sql<
    string | null
  >`(select i.first_name from people i where i.id = ${classes.instructorId})`;
}

export function countRegistered(database: Reader, classId: number): Promise<number> {
  return database.$count(
    registrations,
    and(eq(registrations.classId, classId), isNull(registrations.cancelledAt)),
  );
}

const teachingRoles = ['admin', 'teacher'] as const;

export async function listInstructors(database: Reader) {
  const rows = await database
    .select()
    .from(people)
    .where(inArray(people.role, [...teachingRoles]))
    .orderBy(people.firstName, people.lastName);
  return rows.map(({ id, firstName, lastName, role }) => ({
    id,
    name: `${firstName} ${lastName}`,
    role: role as (typeof teachingRoles)[number],
  }));
}

/** How many of those registered already have another class in the week that this one would move to. */
export async function countInTheWay(database: Reader, classId: number, newStart: Date) {
  const there = alias(registrations, 'there');
  const [found] = await database
    .select({ count: count() })
    .from(registrations)
    .innerJoin(there, eq(there.studentId, registrations.studentId))
    .where(
      and(
        eq(registrations.classId, classId),
        isNull(registrations.cancelledAt),
        ne(there.id, registrations.id),
        isNull(there.cancelledAt),
        eq(there.pacificWeek, pacificWeekOf(newStart)),
      ),
    );
  return found?.count ?? 0;
}
