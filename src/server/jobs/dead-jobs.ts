import { type SQL, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Database, Transaction } from '../database/connect.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Job } from './define-job.ts';

export interface DeadJob extends Record<string, unknown> {
  id: string;
  job: string;
  since: Date;
  reason: string;
  /** Ids of what the job was about. */
  data: Record<string, unknown>;
}

/** Every job that used up its tries, or those with these ids; oldest first. */
export function listDeadJobs(database: Database, ids: string[] | null = null): Promise<DeadJob[]> {
  return select(database, ids, sql``);
}

/** Locked: of two who try again at once the second finds nothing. Without ids, all of them. */
export function lockDeadJobs(transaction: Transaction, ids: string[] | null): Promise<DeadJob[]> {
  return select(transaction, ids, sql`for update`);
}

/**
 * A job with a key does what the rows want when it runs: once it has succeeded, those of the same key that had died
 * before it began are of no use any more.
 */
export async function deleteOutdated<Data extends object>(
  boss: PgBoss,
  { name, keyOf }: Job<Data>,
  data: Data,
  startedOn: Date,
): Promise<void> {
  if (!keyOf) return;
  await boss.getDb().executeSql(
    `delete from pgboss.job
     where name = 'dead-jobs' and source_name = $1 and singleton_key = $2 and created_on < $3`,
    [name, keyOf(data), startedOn.toISOString()],
  );
}

interface Kinds {
  mails: readonly string[];
  texts: readonly string[];
  /** Of a row `dead`: dead jobs of which somebody else tells, or that are of no use. */
  isToldElsewhere: SQL;
}

export function deadJobProblems({ mails, texts, isToldElsewhere }: Kinds): SQL {
  return problemRows(
    sql`case when dead.source_name = any(${sql.param(mails)}) then 'mails'
      when dead.source_name = any(${sql.param(texts)}) then 'texts' else 'jobs' end`,
    {
      key: sql`dead.id::text`,
      since: sql`dead.created_on`,
      personId: idIn('personId'),
      subject: sql`dead.source_name`,
      reason: sql`dead.source_output->>'reason'`,
    },
    sql`from pgboss.job dead where dead.name = 'dead-jobs' and not ${isToldElsewhere}`,
  );
}

/** An id among the data of a row `dead`. */
export function idIn(name: 'personId' | 'classId'): SQL {
  const value = sql`dead.data->>${sql.raw(`'${name}'`)}`;
  return sql`case when ${value} ~ '^[0-9]{1,9}$' then (${value})::int end`;
}

async function select(
  database: Database | Transaction,
  ids: string[] | null,
  lock: SQL,
): Promise<DeadJob[]> {
  const which = ids ? sql`id = any(${sql.param(ids)}::uuid[])` : sql`true`;
  const { rows } = await database.execute<DeadJob & { since: string }>(
    sql`select id, source_name as job, created_on as since, data,
          coalesce(source_output->>'reason', 'No reason was kept.') as reason
        from pgboss.job where name = 'dead-jobs' and ${which} order by created_on, id ${lock}`,
  );
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}
