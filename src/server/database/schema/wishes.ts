import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { WishDay, WishHours } from '../../../course/wishes.ts';
import { identity, instant } from './columns.ts';
import { people } from './people.ts';

/**
 * Times that would suit a student for whom none of those offered does. One that is taken back is deleted; all of a
 * person go when they are erased, by a trigger.
 */
export const classTimeWishes = pgTable(
  'class_time_wishes',
  {
    id: identity(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    classNumber: integer().notNull(),
    days: text().array().$type<WishDay[]>().notNull(),
    hours: text().array().$type<WishHours[]>().notNull(),
    comment: text().notNull(),
    sentAt: instant().notNull(),
    /** Rises when the student sends another in its place. */
    version: integer().notNull().default(1),
    /** Empty while it waits for staff. */
    answeredAt: instant(),
    answeredBy: integer().references(() => people.id),
  },
  (t) => [
    uniqueIndex('class_time_wishes_one_open').on(t.personId).where(sql`${t.answeredAt} is null`),
    index('class_time_wishes_of_person').on(t.personId),
    index('class_time_wishes_by_staff').on(t.answeredBy),
    check(
      'class_time_wishes_answered_by_somebody',
      sql`(${t.answeredAt} is null) = (${t.answeredBy} is null)`,
    ),
  ],
);
