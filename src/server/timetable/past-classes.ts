import { and, desc, eq, getTableColumns, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { timetableCalls } from '../../contract/timetable.ts';
import { addDays } from '../../course/calendar-date.ts';
import { CLASS_DURATION_MS, classTopic, PAGE_SIZES } from '../../course/course.ts';
import { pacificInstant } from '../../course/pacific-time.ts';
import { countAttendance, guestsOf, noOne } from '../attendance/index.ts';
import type { Database } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import { classes, people } from '../database/schema.ts';
import { isAnyOf, isStanding } from '../database/standing.ts';
import { matchesPerson } from '../platform/search-words.ts';
import type { Services } from '../platform/services.ts';

type Search = QueryOf<typeof timetableCalls.getPastClasses>;

const instructor = alias(people, 'instructor');
const instructorName = sql<string | null>`${nameColumn(instructor)}`;

/** Lists the newest classes first, starting after the class with the ID `before`. */
export async function listPastClasses(services: Services, search: Search) {
  const { database, clock, settings } = services;
  const students = search.student ? await findPeople(database, search.student) : undefined;
  const found = await database
    .select({ ...getTableColumns(classes), instructorName })
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
    classes: shown.map((courseClass) => ({
      ...courseClass,
      startTime: courseClass.startsAt,
      topic: classTopic(settings.site.courseShortName, courseClass.classType),
      ...(counts.get(courseClass.id) ?? noOne),
    })),
    next: last?.id ?? null,
  };
}

function filters(search: Search, students: number[] | undefined, now: Date): (SQL | undefined)[] {
  const { class: id, before, from, to, instructor: taughtBy } = search;
  return [
    id ? eq(classes.id, id) : lt(classes.startsAt, new Date(now.getTime() - CLASS_DURATION_MS)),
    before
      ? sql`(${classes.startsAt}, ${classes.id}) < (select mark.starts_at, mark.id from ${classes} mark where mark.id = ${before})`
      : undefined,
    from ? gte(classes.startsAt, pacificInstant(from, 0, 0)) : undefined,
    to ? lt(classes.startsAt, pacificInstant(addDays(to, 1), 0, 0)) : undefined,
    taughtBy ? matchesPerson(taughtBy, instructor) : undefined,
    students && inArray(classes.id, classesOf(students)),
  ];
}

/** Runs once before the main query, because matching names is expensive. */
export async function findPeople(database: Database, text: string): Promise<number[]> {
  const found = await database.select({ id: people.id }).from(people).where(matchesPerson(text));
  return found.map(({ id }) => id);
}

function classesOf(personIds: number[]): SQL {
  const theirs = guestsOf(({ personId }) => isAnyOf(personId, personIds));
  return sql`(select class_id from (${theirs}) theirs)`;
}
