import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant, oneOf } from './columns.ts';
import { people } from './people.ts';

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
