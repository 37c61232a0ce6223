import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { requiredClassId } from './classes.ts';
import { instant } from './columns.ts';
import { ownerId, requiredPersonId } from './people.ts';

/** People registered for Zoom meetings. We delete a row once the person is no longer registered in Zoom. */
export const meetingRegistrants = pgTable(
  'meeting_registrants',
  {
    personId: requiredPersonId(),
    classId: requiredClassId(),
    /**
     * The meeting that we registered the person for. If the class has a different meeting now, we need to register them
     * again.
     */
    meetingId: text(),
    /** Set before the request to Zoom, so that the registrant can be found even if the response is lost. */
    email: text(),
    askedAt: instant(),
    zoomRegistrantId: text(),
    joinUrl: text(),
    /** True if the person had another link before, so that they get an email with the new one. */
    replacesLink: boolean().notNull().default(false),
    problem: text(),
    /**
     * A trigger sets this along with `problem` and clears it once the person has a link, so retries don't change it.
     */
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

/** Alumni and staff who clicked Join without being registered. */
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

export const hostCapacities = pgTable('host_capacities', {
  host: text().primaryKey(),
  capacity: integer().notNull(),
  readAt: instant().notNull(),
});

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
