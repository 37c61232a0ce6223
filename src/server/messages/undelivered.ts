import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import { DAY_MS } from '../platform/clock.ts';

const failedMessages = sql`name = 'dead-jobs' and data ? 'personId' and source_name ~ '^(send|mail|text)-'`;

/** The same of a dead job that has been read. */
export function isMessage({ job, data }: { job: string; data: Record<string, unknown> }): boolean {
  return 'personId' in data && /^(send|mail|text)-/.test(job);
}

export interface DeadMessage extends Record<string, unknown> {
  id: string;
  job: string;
  /** Of the link in it, where it carries one. */
  tokenHash: string | null;
}

/** Newest first, and locked: of two who try again at once the second finds nothing. */
export async function lockUndelivered(
  transaction: Transaction,
  personId: number,
): Promise<DeadMessage[]> {
  const { rows } = await transaction.execute<DeadMessage>(
    sql`select id, source_name as job, data->>'tokenHash' as "tokenHash" from pgboss.job
      where ${failedMessages} and (data->>'personId')::int = ${personId} order by created_on desc for update`,
  );
  return rows;
}

export async function deleteUndelivered(
  transaction: Transaction,
  messages: DeadMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const ids = messages.map(({ id }) => id);
  await transaction.execute(sql`delete from pgboss.job where name = 'dead-jobs' and id in ${ids}`);
}

/**
 * For somebody who is erased. What another transaction is trying again stays, because that one may wait for the
 * person's row; whatever it sends finds the person erased.
 */
export async function deleteDeadJobsOf(transaction: Transaction, personId: number): Promise<void> {
  await transaction.execute(
    sql`delete from pgboss.job where name = 'dead-jobs' and id in (
      select id from pgboss.job
      where name = 'dead-jobs' and data->>'personId' = ${String(personId)}
      for update skip locked)`,
  );
}

/** Why the newest mail or text that failed its last try was not sent, for each of these people who has one. */
export async function findProblems(
  database: Database,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.execute<{ person_id: number; reason: string }>(
    sql`select distinct on (person_id) (data->>'personId')::int as person_id,
        coalesce(source_output->>'reason', 'It could not be sent.') as reason
      from pgboss.job
      where ${failedMessages} and (data->>'personId')::int = any(${sql.param(ids)}::int[])
      order by person_id, created_on desc`,
  );
  return new Map(rows.map(({ person_id, reason }) => [person_id, reason]));
}

/** For how long staff are shown that a text was not delivered, if no other text has been since. */
const shownForMs = 14 * DAY_MS;

/**
 * A query for the newest text of each person that was not delivered after the provider had taken it. What comes through
 * to the number afterwards, another number, or the end of the person's access puts an end to it: there is nothing to be tried again.
 */
export function undeliveredTexts(now: Date, which: SQL = sql`true`): SQL {
  const since = new Date(now.getTime() - shownForMs).toISOString();
  return sql`select distinct on (failed.person_id) failed.id, failed.person_id, failed.created_at,
        coalesce(failed.problem, 'The text was not delivered') as problem
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

/** Why, for each of these people who has such a text. */
export async function findUndeliveredTexts(
  database: Database,
  ids: number[],
  now: Date,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.execute<{ person_id: number; problem: string }>(
    undeliveredTexts(now, sql`failed.person_id = any(${sql.param(ids)}::int[])`),
  );
  return new Map(rows.map(({ person_id, problem }) => [person_id, problem]));
}
