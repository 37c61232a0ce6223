import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, oneOf } from './columns.ts';

/** Problems that an admin has dismissed. A problem is known by its kind and key; when it happens anew it is shown again. */
export const dismissedProblems = pgTable(
  'dismissed_problems',
  {
    kind: text().notNull(),
    key: text().notNull(),
    /** When what was dismissed had happened, where that is known. */
    happenedAt: instant(),
    /**
     * Whom it concerns: a trigger deletes the row when they are erased, because the reason may name them. Without a
     * foreign key, since many rows are written at once and would lock as many people.
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

/** How many webhooks were turned away, and nothing of what was in them. One row a source and reason, whoever sends how many. */
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
    check('rejected_webhooks_known_source', oneOf(t.source, ['zoom', 'retreats', 'twilio'])),
    check('rejected_webhooks_known_why', oneOf(t.why, ['untrusted', 'unreadable'])),
    check('rejected_webhooks_in_order', sql`${t.lastAt} >= ${t.firstAt}`),
  ],
);
