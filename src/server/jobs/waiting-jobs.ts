import { sql } from 'drizzle-orm';
import type { Db, PgBoss } from 'pg-boss';
import type { Transaction } from '../database/connect.ts';
import type { AnyJob, Job } from './define-job.ts';

/**
 * Returns whether a job with this key is waiting. Locks the job: workers skip locked jobs, so it runs only after this
 * transaction commits and sees its changes.
 */
export async function lockWaitingJob(
  transaction: Transaction,
  name: string,
  key: string,
): Promise<boolean> {
  const { rows } = await transaction.execute(
    sql`select 1 from pgboss.job
        where name = ${name} and singleton_key = ${key} and state = 'created' for share`,
  );
  return rows.length > 0;
}

export function keyOption<Data extends object>({ keyOf }: Job<Data>, data: Data) {
  return keyOf ? { singletonKey: keyOf(data) } : undefined;
}

/** pg-boss's own indexes don't help to find waiting jobs by key. */
export async function indexWaitingJobs(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(
    `create index if not exists portal_waiting_jobs on pgboss.job_common (name, singleton_key)
     where state < 'active' and singleton_key is not null`,
  );
}

/**
 * For `boss.insert`: the statement that adds jobs also deletes waiting jobs with the same keys, so that the new ones
 * start with a fresh delay and retry count.
 */
export function replaceWaiting({ name, keyOf }: AnyJob, transaction: Transaction): Db {
  const keys = `select one->>'singletonKey' from json_array_elements($1::text::json) one`;
  const waiting = `name = '${name}' and singleton_key = any(array(${keys})) and state < 'active'`;
  const deleted = keyOf ? `deleted as (delete from pgboss.job where ${waiting}),` : '';
  return {
    executeSql(text, [jobs] = []) {
      const statement = text.replace(/^\s*with/i, `with ${deleted}`);
      return transaction.execute(sql.join(statement.split('$1').map(sql.raw), sql`${jobs}`));
    },
  };
}

export function dropDuplicates<Data extends object>({ keyOf }: Job<Data>, all: Data[]): Data[] {
  return keyOf ? [...new Map(all.map((data) => [keyOf(data), data])).values()] : all;
}

/**
 * Deduplicates by key and skips jobs whose key already has a waiting job. Locks the waiting jobs as in
 * `lockWaitingJob`.
 */
export async function withoutWaiting<Data extends object>(
  transaction: Transaction,
  { name, keyOf }: Job<Data>,
  all: Data[],
): Promise<Data[]> {
  if (!keyOf || all.length === 0) return all;
  const byKey = new Map(all.map((data) => [keyOf(data), data]));
  const { rows } = await transaction.execute<{ key: string }>(
    sql`select singleton_key as key from pgboss.job where name = ${name}
        and singleton_key = any(${sql.param([...byKey.keys()])}) and state < 'active' for share`,
  );
  for (const { key } of rows) byKey.delete(key);
  return [...byKey.values()];
}

/** Makes scheduled jobs and pending retries start now. */
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
