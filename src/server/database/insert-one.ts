import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from './connect.ts';

export async function insertOne<Table extends PgTable>(
  database: Database | Transaction,
  table: Table,
  values: PgInsertValue<Table>,
): Promise<Table['$inferSelect']> {
  const [row] = await database.insert(table).values(values).returning();
  if (!row) throw new Error('the new row was not returned');
  return row;
}
