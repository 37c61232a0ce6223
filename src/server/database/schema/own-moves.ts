import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { registrations } from './classes.ts';
import { instant, oneOf } from './columns.ts';

/** The last reschedule or makeup of a registration by its student or by staff, with what it takes to undo it. */
export const ownMoves = pgTable(
  'own_moves',
  {
    registrationId: integer()
      .primaryKey()
      .references(() => registrations.id),
    kind: text({ enum: ['reschedule', 'makeup'] }).notNull(),
    /** Classes without a foreign key: its lock would come after that of the registration. */
    fromClassId: integer().notNull(),
    /** When that class began: it may be moved meanwhile. */
    startedAt: instant().notNull(),
    wasRescheduled: boolean().notNull(),
    toClassId: integer().notNull(),
    /** The registration's calendar sequence after the move, or after it was undone. */
    version: integer().notNull(),
    movedAt: instant().notNull(),
    undoneAt: instant(),
  },
  (t) => [check('own_moves_known_kind', oneOf(t.kind, ['reschedule', 'makeup']))],
);
