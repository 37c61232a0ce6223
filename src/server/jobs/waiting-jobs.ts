import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Transaction } from '../database/connect.ts';
import { prepareSql } from '../database/prepared.ts';
import type { AnyJob, Job } from './define-job.ts';

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

/** The channel on which pg-boss listens. */
const channel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/** If there is no such queue, the columns that come from it are null, and PostgreSQL refuses the job. */
const insertAll = prepareSql(sql`
  with replaced as (delete ${sameKeys} and ${sql.placeholder('replaces')}::boolean),
  added as (
    insert into pgboss.job_common (name, data, singleton_key, start_after, keep_until, expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select ${sql.placeholder('name')}, data, key, starts_at, starts_at + make_interval(secs => retention_seconds),
      expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
      heartbeat_seconds
    from (
      select data, key, now() + make_interval(secs => delay) as starts_at
      from unnest(${sql.placeholder('data')}::jsonb[], ${sql.placeholder('keys')}::text[],
        ${sql.placeholder('delays')}::float8[]) as given (data, key, delay)) job
    left join pgboss.queue on name = ${sql.placeholder('name')}
    returning start_after)
  select pg_notify(${sql.placeholder('channel')}, ${sql.placeholder('name')})
  from added where start_after <= now() limit 1`);

/**
 * pg-boss allows inserts into its table. With its own `insert` and a separate delete, the database takes half again as
 * long. If `replaces`, deletes waiting jobs with the same keys, so that the new ones start with a fresh delay and retry
 * count.
 */
export async function insertJobs<Data extends object>(
  transaction: Transaction,
  { name, keyOf }: Job<Data>,
  jobs: { data: Data; delay: number }[],
  replaces: boolean,
) {
  await insertAll(transaction, {
    ...{ name, channel, replaces },
    data: jobs.map(({ data }) => JSON.stringify(data)),
    keys: jobs.map(({ data }) => keyOf?.(data)),
    delays: jobs.map(({ delay }) => delay),
  });
}

const lockSame = prepareSql<{ key: string }>(
  sql`select singleton_key as key ${sameKeys} for share`,
);

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
