import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { pastClassCalls } from '../../contract/timetable.ts';
import { addDays } from '../../course/calendar-date.ts';
import { CLASS_DURATION_MS, classTopic, PAGE_SIZES } from '../../course/course.ts';
import { pacificInstant } from '../../course/pacific-time.ts';
import type { Database } from '../database/connect.ts';
import {
  alumniJoins,
  attendance,
  classes,
  makeups,
  people,
  registrations,
} from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import { matchesWords } from '../platform/search-words.ts';
import type { Services } from '../platform/services.ts';

type Search = QueryOf<typeof pastClassCalls.getPastClasses>;
type Page = ResponseOf<typeof pastClassCalls.getPastClasses>;

const instructor = alias(people, 'instructor');

/** One page of past classes, newest first, starting after the class `before`. */
export async function listPastClasses(services: Services, search: Search): Promise<Page> {
  const { database, clock, settings } = services;
  const students = search.student ? await findPeople(database, search.student) : undefined;
  const found = await database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      classType: classes.classType,
      wasHeld: classes.wasHeld,
      firstName: instructor.firstName,
      lastName: instructor.lastName,
    })
    .from(classes)
    .leftJoin(instructor, eq(instructor.id, classes.instructorId))
    .where(and(isStanding, ...filters(search, students, clock.now())))
    .orderBy(desc(classes.startsAt), desc(classes.id))
    .limit(PAGE_SIZES.classes + 1);
  const shown = found.slice(0, PAGE_SIZES.classes);
  const ids = shown.map(({ id }) => id);
  const counts = await countAttendance(database, ids);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return {
    classes: shown.map(({ id, startsAt, classType, wasHeld, firstName, lastName }) => ({
      id,
      startTime: startsAt.toISOString(),
      classType,
      instructorName: firstName && `${firstName} ${lastName}`,
      topic: classTopic(settings.site.courseShortName, classType),
      wasHeld,
      ...(counts.get(id) ?? noOne),
    })),
    next: last?.id ?? null,
  };
}

function filters(search: Search, students: number[] | undefined, now: Date): (SQL | undefined)[] {
  const { before, from, to, instructor: taughtBy } = search;
  return [
    lt(classes.startsAt, new Date(now.getTime() - CLASS_DURATION_MS)),
    before
      ? sql`(${classes.startsAt}, ${classes.id}) < (select mark.starts_at, mark.id from ${classes} mark where mark.id = ${before})`
      : undefined,
    from ? gte(classes.startsAt, pacificInstant(from, 0, 0)) : undefined,
    to ? lt(classes.startsAt, pacificInstant(addDays(to, 1), 0, 0)) : undefined,
    matchesWords([instructor.firstName, instructor.lastName, instructor.email], taughtBy),
    students && inArray(classes.id, classesOf(students)),
  ];
}

/** Runs once, before the main query: matching names is the expensive part. */
async function findPeople(database: Database, text: string): Promise<number[]> {
  const found = await database
    .select({ id: people.id })
    .from(people)
    .where(matchesWords([people.firstName, people.lastName, people.email], text));
  return found.map(({ id }) => id);
}

function classesOf(personIds: number[]): SQL {
  const theirs = places(({ personId }) => isAnyOf(personId, personIds));
  return sql`(select class_id from (${sql.join(theirs, sql` union all `)}) theirs)`;
}

/** Passes any number of ids as one parameter. */
function isAnyOf(column: AnyPgColumn, ids: number[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::int[])`;
}

const noOne = { registered: 0, came: 0, missed: 0, unclear: 0, excused: 0 };

/** Counts the registered students of each class by their attendance. */
export async function countAttendance(database: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, typeof noOne>();
  const ofClasses = places(({ classId }) => isAnyOf(classId, ids));
  const { rows } = await database.execute<typeof noOne & { classId: number }>(
    sql`select place.class_id as "classId",
        count(*)::int as registered,
        count(*) filter (where seen.status = 'Present')::int as came,
        count(*) filter (where seen.status is null and class.was_held is not false)::int as missed,
        count(*) filter (where seen.status = 'Joined')::int as unclear,
        count(*) filter (where seen.status = 'Excused')::int as excused
      from (${sql.join(ofClasses, sql` union `)}) place
      join ${classes} class on class.id = place.class_id
      left join ${attendance} seen on seen.person_id = place.person_id and seen.class_id = place.class_id
      group by place.class_id`,
  );
  return new Map(rows.map(({ classId, ...counts }) => [classId, counts]));
}

type Columns = { personId: AnyPgColumn; classId: AnyPgColumn };

/**
 * Each student in each class: registered, gone to a makeup after missing it, or with an attendance record. Not alumni
 * who pressed Join, because they cannot miss a class.
 */
function places(which: (columns: Columns) => SQL): SQL[] {
  const { studentId, classId, endedAt } = registrations;
  return [
    sql`select ${studentId} as person_id, ${classId} as class_id from ${registrations}
      where ${hasPlace} and ${which({ personId: studentId, classId })}`,
    sql`select ${studentId}, ${makeups.missedClassId}
      from ${makeups} join ${registrations} on ${registrations.id} = ${makeups.registrationId}
      where ${makeups.undoneAt} is null and ${endedAt} is null
        and ${which({ personId: studentId, classId: makeups.missedClassId })}`,
    sql`select ${attendance.personId}, ${attendance.classId} from ${attendance}
      where ${which(attendance)} and not exists (select from ${alumniJoins}
        where ${alumniJoins.personId} = ${attendance.personId} and ${alumniJoins.classId} = ${attendance.classId})`,
  ];
}
