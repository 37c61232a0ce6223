import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { identity, instant } from './columns.ts';
import { people } from './people.ts';

/** What staff write down about somebody, for each other. Gone when the person is erased: a trigger sees to it. */
export const personNotes = pgTable(
  'person_notes',
  {
    id: identity(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    body: text().notNull(),
    writtenBy: integer()
      .notNull()
      .references(() => people.id),
    writtenAt: instant().notNull(),
    /** Empty as long as it is as it was written. */
    editedAt: instant(),
    /** Rises with every edit. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('person_notes_of_person').on(t.personId),
    index('person_notes_by_author').on(t.writtenBy),
  ],
);
