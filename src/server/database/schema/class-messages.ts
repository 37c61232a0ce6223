import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { classes } from './classes.ts';
import { identity, instant } from './columns.ts';
import { people } from './people.ts';

/** What staff wrote to the people of one class. To whom it went is in `sent_messages`. */
export const classMessages = pgTable(
  'class_messages',
  {
    id: identity(),
    /** Made by the page with each new message, so that one that is sent twice goes out once. */
    key: text().notNull().unique(),
    classId: integer()
      .notNull()
      .references(() => classes.id),
    subject: text().notNull(),
    body: text().notNull(),
    /** For those who opted in; empty where only mails are sent. */
    textBody: text(),
    writtenBy: integer()
      .notNull()
      .references(() => people.id),
    writtenAt: instant().notNull(),
  },
  (t) => [index('class_messages_of_class').on(t.classId)],
);
