import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, oneOf } from './columns.ts';
import { people } from './people.ts';

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

/** What an admin sent to people chosen on the journey board. To whom it went is in `sent_messages`. */
export const groupMessages = pgTable(
  'group_messages',
  {
    id: identity(),
    /** Made by the page with each new message, so that one that is sent twice goes out once. */
    key: text().notNull().unique(),
    kind: text({ enum: ['message', 'login link'] }).notNull(),
    /** Of a message. */
    subject: text(),
    body: text(),
    /** For those who opted in; empty where only mails are sent. */
    textBody: text(),
    /** To how many people it went. */
    recipients: integer().notNull(),
    writtenBy: integer()
      .notNull()
      .references(() => people.id),
    writtenAt: instant().notNull(),
  },
  (t) => [
    check('group_messages_known_kind', oneOf(t.kind, ['message', 'login link'])),
    check(
      'group_messages_say_something',
      sql`(${t.kind} = 'message') = (${t.subject} is not null and ${t.body} is not null)`,
    ),
  ],
);
