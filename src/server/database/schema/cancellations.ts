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
import { CLEARING_KINDS } from '../../../course/clearing.ts';
import { registrations } from './classes.ts';
import { identity, instant, oneOf } from './columns.ts';
import { optionalPersonId, requiredPersonId } from './people.ts';

/**
 * A cancellation of one or more classes, or of one student's place. Canceled classes and suspended registrations
 * reference it.
 */
export const classCancellations = pgTable(
  'class_cancellations',
  {
    id: identity(),
    canceledAt: instant().notNull(),
    canceledBy: requiredPersonId(),
    reason: text().notNull(),
    /** When we sent the messages. If a cancellation is undone before that, we don't notify anyone. */
    announcedAt: instant(),
    undoneAt: instant(),
    undoneBy: optionalPersonId(),
    /** Set if staff canceled one student's place instead of the class. */
    registrationId: integer().references((): AnyPgColumn => registrations.id),
  },
  (t) => [
    index('class_cancellations_by_time').on(t.canceledAt),
    index('class_cancellations_of_registration').on(t.registrationId),
    check(
      'class_cancellations_undone_by_somebody',
      sql`(${t.undoneAt} is null) = (${t.undoneBy} is null)`,
    ),
  ],
);

export const closedDates = pgTable(
  'closed_dates',
  {
    id: identity(),
    firstDate: date().notNull(),
    lastDate: date().notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
    createdBy: requiredPersonId(),
    cancellationId: integer().references(() => classCancellations.id),
  },
  (t) => [
    index('closed_dates_by_last_date').on(t.lastDate),
    uniqueIndex('closed_dates_one_per_range').on(t.firstDate, t.lastDate),
    check('closed_dates_in_order', sql`${t.lastDate} >= ${t.firstDate}`),
  ],
);

/** A change that ended a student's registrations. These registrations reference it, so that it can be undone. */
export const clearings = pgTable(
  'clearings',
  {
    id: identity(),
    personId: requiredPersonId(),
    kind: text({ enum: CLEARING_KINDS }).notNull(),
    clearedAt: instant().notNull(),
    clearedBy: requiredPersonId(),
    /** Both start dates are set only for a reset. */
    startDateBefore: date(),
    startDateAfter: date(),
    undoneAt: instant(),
    undoneBy: optionalPersonId(),
  },
  (t) => [
    index('clearings_of_person').on(t.personId),
    check('clearings_known_kind', oneOf(t.kind)),
    check('clearings_undone_by_somebody', sql`(${t.undoneAt} is null) = (${t.undoneBy} is null)`),
  ],
);
