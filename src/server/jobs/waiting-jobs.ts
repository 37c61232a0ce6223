import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Transaction } from '../database/connect.ts';
import { prepareSql } from '../database/prepared.ts';
import type { AnyJob, Job } from './define-job.ts';

export function keyOption<Data extends object>({ keyOf }: Job<Data>, data: Data) {
  return keyOf ? { singletonKey: keyOf(data) } : undefined;
}

/**
 * Adds an index, because pg-boss's own indexes don't help with finding waiting jobs by key. None of our queues has its
 * own partition of pgboss.job, and queries on the partition that they share are planned four times as fast.
 */
export async function indexWaitingJobs(execute: (text: string) => Promise<unknown>): Promise<void> {
  await execute(
    // The lock is for nodes that start at the same time, because "if not exists" doesn't see uncommitted indexes.
    `do $$ begin
       perform pg_advisory_xact_lock(hashtextextended('portal_waiting_jobs', 0));
       create index if not exists portal_waiting_jobs on pgboss.job_common (name, singleton_key)
       where state < 'active' and singleton_key is not null;
     end $$`,
  );
}

/** Keeps the last of several jobs with the same key. */
export function uniqueByKey<Data extends object>({ keyOf }: Job<Data>, all: Data[]): Data[] {
  return keyOf ? [...new Map(all.map((data) => [keyOf(data), data])).values()] : all;
}

/** Says that the key isn't null, because otherwise a plan for any list of keys can't use the index above. */
const sameKeys = sql`from pgboss.job_common where name = ${sql.placeholder('name')}
  and singleton_key = any(${sql.placeholder('keys')}::text[]) and singleton_key is not null and state < 'active'`;

const deleteSame = prepareSql(sql`delete ${sameKeys}`);
const lockSame = prepareSql<{ key: string }>(
  sql`select singleton_key as key ${sameKeys} for share`,
);

/** Deletes waiting jobs with the same keys, so that the new ones start with a fresh delay and retry count. */
export async function deleteWaiting<Data extends object>(
  transaction: Transaction,
  job: Job<Data>,
  all: Data[],
) {
  const { name, keyOf } = job;
  if (keyOf) await deleteSame(transaction, { name, keys: all.map(keyOf) });
}

/**
 * Leaves out jobs whose key already has a waiting job, and locks the waiting jobs. Workers skip locked jobs, so a waiting
 * job starts only after this transaction commits, and it will see the changes.
 */
export async function leaveWaiting<Data extends object>(
  transaction: Transaction,
  job: Job<Data>,
  all: Data[],
): Promise<Data[]> {
  const { name, keyOf } = job;
  if (!keyOf) return all;
  const locked = await lockSame(transaction, { name, keys: all.map(keyOf) });
  const waiting = new Set(locked.map(({ key }) => key));
  return all.filter((data) => !waiting.has(keyOf(data)));
}

export async function runJobsNow(transaction: Transaction, jobs: readonly Pick<AnyJob, 'name'>[]) {
  const names = jobs.map(({ name }) => name);
  await transaction.execute(
    sql`update pgboss.job set start_after = now()
        where name = any(${sql.param(names)}) and state in ('created', 'retry') and start_after > now()`,
  );
}

export async function isWaiting(boss: PgBoss, name: string, key: string): Promise<boolean> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select 1 from pgboss.job where name = $1 and singleton_key = $2 and state = 'created'`,
      [name, key],
    );
  return rows.length > 0;
}
