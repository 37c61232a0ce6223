import type { Database, Transaction } from './database/connect.ts';
import { auditLog } from './database/schema.ts';

type Entry = typeof auditLog.$inferInsert;

/** Who did what to whom, and when. Rows are never changed; the database refuses it. */
export async function recordAudit(database: Database | Transaction, entry: Entry): Promise<void> {
  await database.insert(auditLog).values(entry);
}
