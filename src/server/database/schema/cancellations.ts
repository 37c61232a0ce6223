import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { registrations } from './classes.ts';
import { identity, instant } from './columns.ts';
import { people } from './people.ts';

/**
 * One cancellation of one class or of several at once, or of one student's place. Classes and waiting registrations
 * point at theirs.
 */
export const classCancellations = pgTable(
  'class_cancellations',
  {
    id: identity(),
    cancelledAt: instant().notNull(),
    cancelledBy: integer()
      .notNull()
      .references(() => people.id),
    /** What everybody concerned is told. */
    reason: text().notNull(),
    /** Since when people are told: an undo before that is told nobody. */
    announcedAt: instant(),
    undoneAt: instant(),
    undoneBy: integer().references(() => people.id),
    /** Set where staff gave up one student's place: the class itself takes place. */
    registrationId: integer().references((): AnyPgColumn => registrations.id),
  },
  (t) => [
    index('class_cancellations_by_time').on(t.cancelledAt),
    index('class_cancellations_of_registration').on(t.registrationId),
    check(
      'class_cancellations_undone_by_somebody',
      sql`(${t.undoneAt} is null) = (${t.undoneBy} is null)`,
    ),
  ],
);

/** Days on which there are no classes, both ends included. */
export const closedDates = pgTable(
  'closed_dates',
  {
    id: identity(),
    firstDate: date().notNull(),
    lastDate: date().notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
    createdBy: integer()
      .notNull()
      .references(() => people.id),
    /** Of the classes that there were on these days. */
    cancellationId: integer().references(() => classCancellations.id),
  },
  (t) => [
    index('closed_dates_by_last_date').on(t.lastDate),
    uniqueIndex('closed_dates_one_per_range').on(t.firstDate, t.lastDate),
    check('closed_dates_in_order', sql`${t.lastDate} >= ${t.firstDate}`),
  ],
);
