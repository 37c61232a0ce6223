import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Work that a vendor refuses to everyone alike. Jobs wait, and one at a time asks again: see `jobs/holds.ts`. */
export const holds = pgTable('holds', {
  /** The vendor (`mail`, `twilio`, `zoom`) alone for everything, or followed by what of it waits: `twilio login`, `twilio to GB`. */
  scope: text().primaryKey(),
  reason: text().notNull(),
  since: instant().notNull(),
  /** When the next job asks the vendor; empty during an outage, when each job retries on its own. */
  retryAt: instant(),
});
