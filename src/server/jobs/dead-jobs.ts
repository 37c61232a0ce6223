import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';

export interface DeadJob extends Record<string, unknown> {
  id: string;
  job: string;
  since: Date;
  reason: string;
  /** Ids of what the job was about. */
  data: Record<string, unknown>;
}

/** Every job that used up its tries, oldest first. */
export function listDeadJobs(database: Database): Promise<DeadJob[]> {
  return select(database, sql`true`, sql``);
}

/** Locked: of two who try again at once the second finds nothing. Without ids, all of them. */
export function lockDeadJobs(transaction: Transaction, ids: string[] | null): Promise<DeadJob[]> {
  const chosen = ids ? sql`id = any(${sql.param(ids)}::uuid[])` : sql`true`;
  return select(transaction, chosen, sql`for update`);
}

async function select(database: Database | Transaction, which: SQL, lock: SQL): Promise<DeadJob[]> {
  const { rows } = await database.execute<DeadJob & { since: string }>(
    sql`select id, source_name as job, created_on as since, data,
          coalesce(source_output->>'reason', 'No reason was kept.') as reason
        from pgboss.job where name = 'dead-jobs' and ${which} order by created_on, id ${lock}`,
  );
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}
