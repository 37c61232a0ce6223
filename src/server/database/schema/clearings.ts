import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { CLEARING_KINDS } from '../../../course/clearing.ts';
import { identity, instant, oneOf } from './columns.ts';
import { people } from './people.ts';

/**
 * One change of a student by which classes went from their schedule. The registrations that it took point at it, so that
 * they can come back.
 */
export const clearings = pgTable(
  'clearings',
  {
    id: identity(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    kind: text({ enum: CLEARING_KINDS }).notNull(),
    clearedAt: instant().notNull(),
    clearedBy: integer()
      .notNull()
      .references(() => people.id),
    /** Of a reset: it changed the start date from one to the other. */
    startDateBefore: date(),
    startDateAfter: date(),
    undoneAt: instant(),
    undoneBy: integer().references(() => people.id),
  },
  (t) => [
    index('clearings_of_person').on(t.personId),
    check('clearings_known_kind', oneOf(t.kind, CLEARING_KINDS)),
    check('clearings_undone_by_somebody', sql`(${t.undoneAt} is null) = (${t.undoneBy} is null)`),
  ],
);
