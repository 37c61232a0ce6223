import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { classes } from './classes.ts';
import { identity, instant } from './columns.ts';
import { people } from './people.ts';

/** What staff sent to the people of a class or of a group of the journey board. To whom it went is in `sent_messages`. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    id: identity(),
    /** Made by the page for each sending, so that one that is sent twice goes out once. */
    key: text().notNull().unique(),
    /** Empty of one that went to a group. */
    classId: integer().references(() => classes.id),
    /** Empty, as is the body, where login links were sent. */
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
    index('broadcasts_of_class').on(t.classId),
    check('broadcasts_say_something', sql`(${t.subject} is null) = (${t.body} is null)`),
  ],
);
