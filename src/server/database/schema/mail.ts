import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** At most one row: mails wait, because the mail server takes none. Times are by the database's own clock. */
export const mailHold = pgTable(
  'mail_hold',
  {
    isOnly: boolean().primaryKey().default(true),
    reason: text().notNull(),
    since: instant().notNull(),
    /** When the server is asked again. */
    retryAt: instant().notNull(),
  },
  (t) => [check('mail_hold_is_one_row', sql`${t.isOnly}`)],
);
