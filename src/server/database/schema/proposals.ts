import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { classes, registrations } from './classes.ts';
import { instant } from './columns.ts';
import { people } from './people.ts';

/** What the message after a missed class proposes. A reply by text picks one of its slots. */
export const makeupProposals = pgTable(
  'makeup_proposals',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    registrationId: integer()
      .notNull()
      .references(() => registrations.id),
    missedClassId: integer()
      .notNull()
      .references(() => classes.id),
    proposedAt: instant().notNull(),
    /** Until when a reply can pick. */
    validUntil: instant().notNull(),
  },
  (t) => [
    unique('makeup_proposals_one_per_missed_class').on(t.registrationId, t.missedClassId),
    index('makeup_proposals_of_person').on(t.personId),
    check('makeup_proposals_end_after_start', sql`${t.validUntil} > ${t.proposedAt}`),
  ],
);

export const proposedSlots = pgTable(
  'proposed_slots',
  {
    proposalId: bigint({ mode: 'number' })
      .notNull()
      .references(() => makeupProposals.id, { onDelete: 'cascade' }),
    /** What to reply. */
    number: integer().notNull(),
    classId: integer()
      .notNull()
      .references(() => classes.id),
    /** Empty again when the choice was undone. */
    pickedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.proposalId, t.number] }),
    unique('proposed_slots_each_class_once').on(t.proposalId, t.classId),
    uniqueIndex('proposed_slots_one_picked').on(t.proposalId).where(sql`${t.pickedAt} is not null`),
    check('proposed_slots_one_digit', sql`${t.number} between 1 and 9`),
  ],
);
