import { eq, sql } from 'drizzle-orm';
import type { ClassType } from '../../course/course.ts';
import type { Database } from '../database/connect.ts';
import { registrations } from '../database/schema.ts';
import {
  describeEntry,
  endOfSearch,
  selectClassesAhead,
  selectEntries,
  selectHeldClasses,
} from './selections.ts';

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
  const ahead = selectClassesAhead(database, {
    classType: sql.placeholder('classType'),
    from: sql.placeholder('from'),
    until: sql.placeholder('until'),
  }).prepare('classes_ahead');

  return {
    heldClasses: (studentId: number) => heldClasses.execute({ studentId }),
    schedule: async (studentId: number) =>
      (await entries.execute({ studentId })).map(describeEntry),
    classesAhead: (classType: ClassType, from: Date, until = endOfSearch(from)) =>
      ahead.execute({ classType, from, until }),
  };
}
