import { sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Transaction } from '../database/connect.ts';
import type { AnyJob, Job } from './define-job.ts';

/**
 * Whether a job with this key still waits. It is locked until the end of the transaction, and workers pass
 * over locked jobs: so it runs after the change that it is to stand for has been committed, never beside it.
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

/** The data of each key once, without the waiting jobs of these keys: those that are added run at once and have all their tries. */
export async function replaceWaiting<Data extends object>(
  transaction: Transaction,
  { name, keyOf }: Job<Data>,
  all: Data[],
): Promise<Data[]> {
  if (!keyOf || all.length === 0) return all;
  const byKey = new Map(all.map((data) => [keyOf(data), data]));
  await transaction.execute(
    sql`delete from pgboss.job
        where name = ${name} and singleton_key = any(${sql.param([...byKey.keys()])})
          and state in ('created', 'retry')`,
  );
  return [...byKey.values()];
}

/** Those of whom no job waits, each once. A waiting job is locked as above, and for the same reason. */
export async function withoutWaiting<Data extends object>(
  transaction: Transaction,
  { name, keyOf }: Job<Data>,
  all: Data[],
): Promise<Data[]> {
  if (!keyOf || all.length === 0) return all;
  const byKey = new Map(all.map((data) => [keyOf(data), data]));
  const { rows } = await transaction.execute<{ key: string }>(
    sql`select singleton_key as key from pgboss.job
        where name = ${name} and singleton_key = any(${sql.param([...byKey.keys()])})
          and state in ('created', 'retry') for share`,
  );
  for (const { key } of rows) byKey.delete(key);
  return [...byKey.values()];
}

/** Has jobs that wait for their time, or for their next try, run at once. */
export async function hurryJobs(
  transaction: Transaction,
  jobs: readonly Pick<AnyJob, 'name'>[],
): Promise<void> {
  const names = jobs.map(({ name }) => name);
  await transaction.execute(
    sql`update pgboss.job set start_after = now()
        where name = any(${sql.param(names)}) and state in ('created', 'retry') and start_after > now()`,
  );
}

/** Another job of the key may have been added while this one ran. */
export async function isWaiting(boss: PgBoss, name: string, key: string): Promise<boolean> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select 1 from pgboss.job where name = $1 and singleton_key = $2 and state = 'created'`,
      [name, key],
    );
  return rows.length > 0;
}
