import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { ClassType } from '../../course/course.ts';
import type { Database } from '../database/connect.ts';
import { classes, registrations } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { DAY_MS } from '../platform/clock.ts';
import { describeEntry, instructors, selectEntries, selectHeldClasses } from './selections.ts';

/** Nobody plans classes further ahead; the bound keeps one stray year from slowing every list. */
const maxAheadMs = 2 * 366 * DAY_MS;
const endOfSearch = (from: Date) => new Date(from.getTime() + maxAheadMs);

export type SchedulingQueries = ReturnType<typeof openScheduling>;
export type OpenClass = Awaited<ReturnType<SchedulingQueries['classesAhead']>>[number];

export function openScheduling(database: Database) {
  const heldClasses = selectHeldClasses(database, sql.placeholder('studentId')).prepare(
    'held_classes',
  );
  const entries = selectEntries(
    database,
    eq(registrations.studentId, sql.placeholder('studentId')),
  ).prepare('schedule_of_student');
  const ahead = database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      classType: classes.classType,
      instructorFirstName: instructors.firstName,
    })
    .from(classes)
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(
      and(
        isStanding,
        eq(classes.classType, sql.placeholder('classType')),
        gte(classes.startsAt, sql.placeholder('from')),
        lt(classes.startsAt, sql.placeholder('until')),
      ),
    )
    .orderBy(classes.startsAt, classes.id)
    .prepare('classes_ahead');

  return {
    heldClasses: (studentId: number) => heldClasses.execute({ studentId }),
    schedule: async (studentId: number) =>
      (await entries.execute({ studentId })).map(describeEntry),
    classesAhead: (classType: ClassType, from: Date, until = endOfSearch(from)) =>
      ahead.execute({ classType, from, until }),
  };
}
