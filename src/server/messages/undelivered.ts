import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import { type DeadJob, listDeadJobs } from '../jobs/dead-jobs.ts';
import { DAY_MS } from '../platform/clock.ts';
import { problemRows } from '../platform/problem-rows.ts';

const failedMessages = sql`name = 'dead-jobs' and data ? 'personId' and source_name ~ '^(mail|text)-'`;

/** Checks the same condition as `failedMessages`, but for a dead job in memory. */
export function isMessage({ job, data }: DeadJob): boolean {
  return 'personId' in data && /^(mail|text)-/.test(job);
}

/** Locks a person's failed messages, so that concurrent retries can't send a message twice. */
export function lockUndelivered(transaction: Transaction, personId: number) {
  const isTheirs = sql`${failedMessages} and (data->>'personId')::int = ${personId}`;
  return listDeadJobs(transaction, isTheirs, sql`for update`);
}

export async function deleteUndelivered(transaction: Transaction, messages: DeadJob[]) {
  if (messages.length === 0) return;
  const ids = messages.map(({ id }) => id);
  await transaction.execute(sql`delete from pgboss.job where name = 'dead-jobs' and id in ${ids}`);
}

/**
 * Used when erasing a person. Skips jobs that another transaction is retrying, because that transaction may be waiting
 * for the person's row. Skipping them is safe, because we never send a retried message to an erased person.
 */
export async function deleteDeadJobsOf(transaction: Transaction, personId: number): Promise<void> {
  await transaction.execute(
    sql`delete from pgboss.job where name = 'dead-jobs' and id in (
      select id from pgboss.job
      where name = 'dead-jobs' and data->>'personId' = ${String(personId)}
      for update skip locked)`,
  );
}

export async function findProblems(database: Database, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const { rows } = await database.execute<{ person_id: number; reason: string }>(
    sql`select distinct on (person_id) (data->>'personId')::int as person_id,
        coalesce(source_output->>'reason', 'We couldn’t send it.') as reason
      from pgboss.job
      where ${failedMessages} and (data->>'personId')::int = any(${sql.param(ids)}::int[])
      order by person_id, created_on desc`,
  );
  return new Map(rows.map(({ person_id, reason }) => [person_id, reason]));
}

/** How long staff see an undelivered text if no later text is delivered. */
const shownForMs = 14 * DAY_MS;

/**
 * Selects each person's latest text that the provider accepted but couldn't deliver. A later delivery, a new number or
 * deactivation resolves the problem.
 */
function undeliveredTexts(now: Date, which: SQL = sql`true`): SQL {
  const since = new Date(now.getTime() - shownForMs).toISOString();
  return sql`select distinct on (failed.person_id) failed.id, failed.person_id, failed.created_at,
        coalesce(failed.problem, 'The text wasn’t delivered') as problem
      from sent_messages failed
      where failed.recipient = (select text_phone from people
          where people.id = failed.person_id and people.deactivated_at is null)
        and failed.channel = 'text' and failed.status = 'failed' and failed.provider_id is not null
        and failed.created_at > ${since} and ${which}
        and not exists (select from sent_messages later
          where later.person_id = failed.person_id and later.recipient = failed.recipient
            and later.channel = 'text' and later.status = 'delivered' and later.id > failed.id)
      order by failed.person_id, failed.id desc`;
}

export async function findUndeliveredTexts(database: Database, ids: number[], now: Date) {
  if (ids.length === 0) return new Map<number, string>();
  const { rows } = await database.execute<{ person_id: number; problem: string }>(
    undeliveredTexts(now, sql`failed.person_id = any(${sql.param(ids)}::int[])`),
  );
  return new Map(rows.map(({ person_id, problem }) => [person_id, problem]));
}

/** Finds undelivered texts, and channels on which more than half of the latest messages failed. */
export function messageProblems(now: Date) {
  return [
    problemRows(
      'failing-channels',
      {
        key: sql`channel`,
        since: sql`since`,
        happenedAt: sql`happened_at`,
        subject: sql`channel || ' ' || total`,
        reason: sql`reason`,
        amount: sql`failed`,
      },
      sql`from (${lastMessages('email', ['sent', 'failed'])} union all
          ${lastMessages('text', ['delivered', 'failed'])}) counted
        where total >= 5 and failed * 2 > total`,
    ),
    problemRows(
      'undelivered-texts',
      {
        key: sql`'message ' || id`,
        since: sql`created_at`,
        personId: sql`person_id`,
        reason: sql`problem`,
      },
      sql`from (${undeliveredTexts(now)}) undelivered`,
    ),
  ];
}

/**
 * Counts failures among a channel's latest messages whose outcome we know. For an email, we only know whether the
 * server accepted it.
 */
function lastMessages(channel: 'email' | 'text', statuses: string[]) {
  const isText = channel === 'text';
  return sql`select ${channel}::text as channel, count(*)::int as total,
      count(*) filter (where status = 'failed')::int as failed,
      min(created_at) filter (where status = 'failed') as since,
      max(created_at) filter (where status = 'failed') as happened_at,
      mode() within group (order by problem) as reason
    from (select status, problem, created_at from sent_messages
      where channel = ${sql.raw(`'${channel}'`)} and ${isText ? sql`provider_id is not null` : sql`true`}
        and status in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})
      order by id desc limit 20) last`;
}
