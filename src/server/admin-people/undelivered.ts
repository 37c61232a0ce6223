import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';

const isMessage = sql`name = 'dead-jobs' and data ? 'personId' and source_name ~ '^(send|mail|text)-'`;

/** The newest mail or text that failed its last try, for each person who has one. */
export function undelivered(): SQL {
  return sql`select distinct on (person_id) (data->>'personId')::int as person_id,
      coalesce(source_output->>'reason', 'It could not be sent.') as reason
    from pgboss.job where ${isMessage}
    order by person_id, created_on desc`;
}

export async function findUndelivered(database: Database, personId: number): Promise<string[]> {
  const { rows } = await database.execute<{ id: string }>(
    sql`select id from pgboss.job where ${isMessage} and (data->>'personId')::int = ${personId}`,
  );
  return rows.map(({ id }) => id);
}

export async function findProblems(database: Database): Promise<Map<number, string>> {
  const { rows } = await database.execute<{ person_id: number; reason: string }>(undelivered());
  return new Map(rows.map(({ person_id, reason }) => [person_id, reason]));
}
