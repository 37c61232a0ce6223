import { boolean, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * What a student's active registrations come to, without the time of day: whether a class is over is asked when it is
 * read. Whoever has no row has none. Up to date once `changed_students` is empty: see `journey-board/progress.ts`.
 */
export const studentProgress = pgTable('student_progress', {
  studentId: integer().primaryKey(),
  /** Whether class 10 is chosen, and with it all. */
  hasLastClass: boolean().notNull(),
  /** Whether they were present in class 10. */
  isFinished: boolean().notNull(),
  /** Whether a class was cancelled and is to be chosen again. */
  isWaiting: boolean().notNull(),
  /** The last weekly class without attendance; infinity where a weekly one is to be chosen again. */
  lastWeeklyAt: instant(),
  /** The first class without attendance. */
  firstUnattendedAt: instant(),
});

/**
 * Students whose registrations, attendance or class times have changed, written by triggers. It has no key and points at
 * nobody: a row for each change is added without waiting for anybody.
 */
export const changedStudents = pgTable('changed_students', { studentId: integer().notNull() });
