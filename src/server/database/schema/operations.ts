import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { instant, oneOf } from './columns.ts';

/** Has a single row, whose `kind` keeps the demo and a real portal from sharing a database. */
export const installation = pgTable(
  'installation',
  {
    isOnly: boolean().primaryKey().default(true),
    kind: text({ enum: ['demo', 'production'] }).notNull(),
    createdAt: instant().notNull(),
    /** Part of every calendar event's id, so it must not change with PUBLIC_URL. */
    calendarDomain: text(),
    /** The latest backup, failure and verified restore. Stored here because the files may be on another machine. */
    backups: jsonb().$type<Record<string, { at: string; bytes?: number; problem?: string }>>(),
    updateFeed: jsonb().$type<Record<string, string | undefined>>(),
  },
  (t) => [
    check('installation_is_one_row', sql`${t.isOnly}`),
    check('installation_known_kind', oneOf(t.kind)),
  ],
);

/**
 * Kinds of work that are on hold, because a vendor is rejecting them or is down. Usually, one job at a time retries while
 * the others wait. See `jobs/holds.ts`.
 */
export const holds = pgTable('holds', {
  /** `mail`, `twilio` or `zoom`, or part of a vendor's work, such as `twilio login` or `twilio to GB`. */
  scope: text().primaryKey(),
  reason: text().notNull(),
  since: instant().notNull(),
  /** Null while Zoom or Twilio is down, because each job then retries on its own. */
  retryAt: instant(),
});

/**
 * Problems that we email admins about. Rows stay after a problem ends, because we report each cause at most once a day.
 */
export const alerts = pgTable('alerts', {
  cause: text().primaryKey(),
  /** Empty once the problem is resolved. */
  sentence: text().notNull(),
  since: instant().notNull(),
  sentAt: instant().notNull(),
});

/** Problems that staff dismissed, identified by kind and key. If a problem happens again, staff see it again. */
export const dismissedProblems = pgTable(
  'dismissed_problems',
  {
    kind: text().notNull(),
    key: text().notNull(),
    happenedAt: instant(),
    /**
     * The SQL function `erase_person` deletes the row, because the reason may contain the person's name. There is no
     * foreign key, because dismissing many problems would lock many people.
     */
    personId: integer(),
    reason: text().notNull(),
    dismissedAt: instant().notNull(),
    dismissedBy: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.key] }),
    index('dismissed_problems_of_person').on(t.personId),
    index('dismissed_problems_by_time').on(t.dismissedAt),
  ],
);

/** What a large school takes too long to count for every request. See `journey/stored-figures.ts`. */
export const storedFigures = pgTable('stored_figures', {
  name: text().primaryKey(),
  /** May contain names of instructors, so the SQL function `erase_person` deletes all rows. */
  value: jsonb().notNull(),
  countedAt: instant().notNull(),
  countAgainAt: instant().notNull(),
});

export const rejectedWebhooks = pgTable(
  'rejected_webhooks',
  {
    source: text({ enum: ['zoom', 'retreats', 'twilio'] }).notNull(),
    why: text({ enum: ['untrusted', 'unreadable'] }).notNull(),
    count: bigint({ mode: 'number' }).notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.why] }),
    check('rejected_webhooks_known_source', oneOf(t.source)),
    check('rejected_webhooks_known_why', oneOf(t.why)),
    check('rejected_webhooks_in_order', sql`${t.lastAt} >= ${t.firstAt}`),
  ],
);

export const attempts = pgTable(
  'attempts',
  {
    key: text().notNull(),
    windowStart: instant().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] })],
);
