import { boolean, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Summarizes each student's active registrations, so that the journey board doesn't have to read all of them. Students
 * without any have no row. Only `progress.ts` reads and writes this.
 */
export const studentProgress = pgTable('student_progress', {
  studentId: integer().primaryKey(),
  hasLastClass: boolean().notNull(),
  isFinished: boolean().notNull(),
  needsNewTime: boolean().notNull(),
  /** When the last weekly class without attendance starts, or infinity while a weekly class needs a new time. */
  lastWeeklyAt: instant(),
  /** When the classes without attendance start, earliest first, except those that need a new time. */
  openStarts: instant().array().notNull(),
});

/** Students whose row in `student_progress` is outdated. Without keys, so adding a row never waits for a lock. */
export const changedStudents = pgTable('changed_students', { studentId: integer().notNull() });
