import { type SQL, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Reader } from '../database/connect.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Job } from './define-job.ts';

export interface DeadJob extends Record<string, unknown> {
  id: string;
  job: string;
  since: Date;
  reason: string;
  data: Record<string, unknown>;
}

/** For `listDeadJobs`. Null means all jobs. */
export const isOneOf = (ids: string[] | null) =>
  ids ? sql`id = any(${sql.param(ids)}::uuid[])` : sql`true`;

/** To retry the jobs, lock them with `for update`, so that two concurrent retries don't revive the same one. */
export async function listDeadJobs(
  reader: Reader,
  which: SQL = sql`true`,
  lock: SQL = sql``,
): Promise<DeadJob[]> {
  const { rows } = await reader.execute<DeadJob & { since: string }>(
    sql`select id, source_name as job, created_on as since, data,
          coalesce(source_output->>'reason', 'No reason was kept.') as reason
        from pgboss.job where name = 'dead-jobs' and ${which} order by created_on, id ${lock}`,
  );
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

interface Succeeded<Data> {
  data: Data;
  startedOn: Date;
}

/** When jobs with a key succeed, deletes dead jobs that have the same key and failed before those jobs started. */
export async function deleteOutdated<Data extends object>(
  boss: PgBoss,
  { name, keyOf }: Job<Data>,
  succeeded: Succeeded<Data>[],
): Promise<void> {
  if (!keyOf || succeeded.length === 0) return;
  await boss.getDb().executeSql(
    `delete from pgboss.job dead using unnest($2::text[], $3::timestamptz[]) as succeeded (key, started_on)
     where dead.name = 'dead-jobs' and dead.source_name = $1
       and dead.singleton_key = succeeded.key and dead.created_on < succeeded.started_on`,
    [
      name,
      succeeded.map(({ data }) => keyOf(data)),
      succeeded.map(({ startedOn }) => startedOn.toISOString()),
    ],
  );
}

interface Kinds {
  mails: readonly string[];
  texts: readonly string[];
  /** A SQL condition on the alias `dead` that matches jobs that are obsolete or reported elsewhere. */
  isShownElsewhere: SQL;
}

export function deadJobProblems({ mails, texts, isShownElsewhere }: Kinds): SQL {
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
    sql`from pgboss.job dead where dead.name = 'dead-jobs' and not ${isShownElsewhere}`,
  );
}

export function idIn(name: 'personId' | 'classId'): SQL {
  const value = sql`dead.data->>${sql.raw(`'${name}'`)}`;
  return sql`case when ${value} ~ '^[0-9]{1,9}$' then (${value})::int end`;
}

/** Measured from the time a job may start, so jobs that are waiting for a retry aren't late. */
const lateAfterMinutes = 10;

export function lateJobProblems() {
  return problemRows(
    'late-jobs',
    { key: sql`'jobs'`, since: sql`late.since`, amount: sql`late.count` },
    sql`from (select count(*) as count, min(start_after) as since from pgboss.job
        where name <> 'dead-jobs' and state < 'active' and not blocked
          and start_after < now() - make_interval(mins => ${lateAfterMinutes})) late
      where late.count > 0`,
  );
}
