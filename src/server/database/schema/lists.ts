import { customType, pgTable } from 'drizzle-orm/pg-core';

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * One row for each transaction that changed something the long lists show; triggers write it. Which
 * rows a reader sees says, without reading the lists, whether they are as they were.
 */
export const listChanges = pgTable('list_changes', { id: transactionId().primaryKey() });
