import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { classes } from './classes.ts';
import { instant } from './columns.ts';
import { people } from './people.ts';

/** Whom the meeting provider knows as coming to which class. A row is gone once it was deleted there. */
export const meetingRegistrants = pgTable(
  'meeting_registrants',
  {
    personId: integer()
      .notNull()
      .references(() => people.id),
    classId: integer()
      .notNull()
      .references(() => classes.id),
    /** The class's meeting at that time: one that was made anew knows nobody yet. */
    meetingId: text(),
    /** Written before the provider is called: if its answer is lost, the registrant is found by this email. */
    email: text(),
    askedAt: instant(),
    zoomRegistrantId: text(),
    joinUrl: text(),
    /** They had another link to this class before, and are told of this one by mail once it is there. */
    replacesLink: boolean().notNull().default(false),
    /** Why the last sync with the provider failed, for the admin. */
    problem: text(),
    /** Since when there is no place, through all that was tried: a trigger notes it, and forgets it with a link. */
    problemSince: instant(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.classId] }),
    index('meeting_registrants_of_class').on(t.classId),
    index('meeting_registrants_by_zoom_id').on(t.zoomRegistrantId),
    index('meeting_registrants_with_problem').on(t.classId).where(sql`${t.problem} is not null`),
  ],
);

/** Somebody without a registration who pressed Join: an alumnus, a teacher, an admin. */
export const alumniJoins = pgTable(
  'alumni_joins',
  {
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    classId: integer()
      .notNull()
      .references(() => classes.id),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.classId] }),
    index('alumni_joins_of_class').on(t.classId),
  ],
);

/** Webhook events that were received, so that the same one has no second effect. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    source: text({ enum: ['zoom', 'retreats', 'twilio'] }).notNull(),
    key: text().notNull(),
    receivedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.key] }),
    index('webhook_events_by_time').on(t.receivedAt),
  ],
);
