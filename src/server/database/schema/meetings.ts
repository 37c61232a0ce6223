import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { requiredClassId } from './classes.ts';
import { instant } from './columns.ts';
import { ownerId, requiredPersonId } from './people.ts';

/** Registrants at Zoom. The row is deleted once the registrant is. */
export const meetingRegistrants = pgTable(
  'meeting_registrants',
  {
    personId: requiredPersonId(),
    classId: requiredClassId(),
    /** The class's meeting at that time. A new meeting has no registrants yet. */
    meetingId: text(),
    /** Written before Zoom is called, so that a registrant whose response got lost can be found. */
    email: text(),
    askedAt: instant(),
    zoomRegistrantId: text(),
    joinUrl: text(),
    /** They had another link before, so they get the new one by email. */
    replacesLink: boolean().notNull().default(false),
    /** Why the last sync failed, for admins. */
    problem: text(),
    /** Set by a trigger, and kept through retries until there is a link. */
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

/** People without a registration who clicked Join: alumni and staff. */
export const alumniJoins = pgTable(
  'alumni_joins',
  {
    personId: ownerId(),
    classId: requiredClassId(),
    createdAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.personId, t.classId] }),
    index('alumni_joins_of_class').on(t.classId),
  ],
);

/** Received webhooks, for deduplication. */
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
