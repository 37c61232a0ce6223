import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, oneOf } from './columns.ts';

/** One row, written by the first node: a demo never fills a real portal, and a real portal never runs on a demo. */
export const installation = pgTable(
  'installation',
  {
    isOnly: boolean().primaryKey().default(true),
    kind: text({ enum: ['demo', 'production'] }).notNull(),
    createdAt: instant().notNull(),
    /** Stands in the id of every calendar event, for ever: another PUBLIC_URL must not make other events of them. */
    calendarDomain: text(),
  },
  (t) => [
    check('installation_is_one_row', sql`${t.isOnly}`),
    check('installation_known_kind', oneOf(t.kind, ['demo', 'production'])),
  ],
);
