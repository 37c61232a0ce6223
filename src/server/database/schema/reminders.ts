import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { registrations } from './classes.ts';
import { instant, oneOf } from './columns.ts';
import { people } from './people.ts';

const kinds = ['class-day', 'class-hour', 'missed-class', 'retreat', 'alumni-week'] as const;

/** Messages that are to be sent at a time of the portal's clock. Whether they still ought to be is asked then. */
export const reminders = pgTable(
  'reminders',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Says what it reminds of, so that nobody is reminded of the same thing twice. */
    key: text().notNull().unique(),
    kind: text({ enum: kinds }).notNull(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    registrationId: integer().references(() => registrations.id),
    /** The start of the class when it was planned: a class that has moved since has a plan of its own. */
    startsAt: instant(),
    dueAt: instant().notNull(),
    /** Handed to the queue. */
    claimedAt: instant(),
    settledAt: instant(),
    /** 'sent', or why it was not. */
    outcome: text(),
  },
  (t) => [
    index('reminders_due').on(t.dueAt).where(sql`${t.claimedAt} is null`),
    index('reminders_of_registration').on(t.registrationId),
    index('reminders_of_person').on(t.personId),
    check('reminders_known_kind', oneOf(t.kind, kinds)),
    check('reminders_settled_with_outcome', sql`(${t.settledAt} is null) = (${t.outcome} is null)`),
  ],
);
