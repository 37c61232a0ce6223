import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  type FinishedStudent,
  type FormerMember,
  MOST_ALUMNI_AT_ONCE,
} from '../../../contract/people-changes.ts';
import { PAGE_SIZES } from '../../../course/course.ts';
import type { Database } from '../../database/connect.ts';
import { attendance, classes, people, registrations } from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import { matches } from '../lists/queries.ts';
import { whereFinished } from './make-alumni.ts';

/** Students who were in class 10, those of the earliest class first. */
export async function listFinished(database: Database, now: Date) {
  const found = await database
    .select({
      id: people.id,
      firstName: people.firstName,
      lastName: people.lastName,
      email: people.email,
      finishedAt: classes.startsAt,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(
      attendance,
      and(eq(attendance.personId, people.id), eq(attendance.classId, registrations.classId)),
    )
    .where(and(eq(people.role, 'student'), isNull(people.deactivatedAt), whereFinished))
    .orderBy(asc(classes.startsAt), asc(people.id))
    .limit(MOST_ALUMNI_AT_ONCE);
  const ids = found.map(({ id }) => id);
  const upcoming = await database
    .select({ studentId: registrations.studentId, count: count() })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(inArray(registrations.studentId, ids), hasPlace, gt(classes.startsAt, now)))
    .groupBy(registrations.studentId);
  const upcomingOf = new Map(upcoming.map((row) => [row.studentId, row.count]));
  const students: FinishedStudent[] = found.map(({ total: _, finishedAt, ...student }) => ({
    ...student,
    finishedAt: finishedAt.toISOString(),
    upcoming: upcomingOf.get(student.id) ?? 0,
  }));
  return { students, total: found[0]?.total ?? 0 };
}

/** Students and alumni whose access has ended, the last of them first. Whoever was erased has no name to be found by. */
export async function listDeactivated(
  database: Database,
  { page, search }: { page: number; search: string },
) {
  const limit = PAGE_SIZES.alumni;
  const former = and(
    inArray(people.role, ['student', 'alumni']),
    isNotNull(people.deactivatedAt),
    isNull(people.erasedAt),
    matches(search),
  );
  const total = await database.$count(people, former);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const shown = Math.min(page, totalPages);
  const { id, firstName, lastName, email, role, deactivatedAt } = people;
  const found = await database
    .select({ id, firstName, lastName, email, role, deactivatedAt })
    .from(people)
    .where(former)
    .orderBy(desc(deactivatedAt), desc(id))
    .limit(limit)
    .offset((shown - 1) * limit);
  const data = found.map(({ role, deactivatedAt, ...person }) => ({
    ...person,
    role: role as FormerMember['role'],
    deactivatedAt: (deactivatedAt as Date).toISOString(),
  }));
  return { data, pagination: { page: shown, totalPages, total } };
}
