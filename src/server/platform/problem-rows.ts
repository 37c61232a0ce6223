import { type SQL, sql } from 'drizzle-orm';
import type { ProblemKind } from '../../contract/words.ts';

/** What is known of each problem of a kind, as SQL over the tables of `from`. */
interface Columns {
  /** Names it among those of its kind. What happens anew has another key, or happened later. */
  key: SQL;
  since: SQL;
  /** Where that is later than `since`. */
  happenedAt?: SQL;
  personId?: SQL;
  /** An array. */
  classIds?: SQL;
  /** What it is about, for the kinds whose words differ by that: a job's name, a vendor, a host. */
  subject?: SQL;
  reason?: SQL;
  until?: SQL;
  /** How many it stands for. */
  amount?: SQL;
  /** A job that may end it waits or runs at this moment. */
  isTried?: SQL;
}

/**
 * The problems of a kind as a query. Each feature tells its own in this way, and `operations` puts them together to one
 * query, which counts, sorts and pages all of them alike.
 */
export function problemRows(kind: ProblemKind | SQL, columns: Columns, from: SQL): SQL {
  const { key, since, happenedAt, personId, classIds, subject, reason, until, amount, isTried } =
    columns;
  return sql`select ${typeof kind === 'string' ? sql`${sql.raw(`'${kind}'`)}::text` : kind} as kind,
    ${key} as key, ${since} as since, ${happenedAt ?? since} as happened_at, ${personId ?? sql`null::int`} as person_id,
    ${classIds ?? sql`'{}'::int[]`} as class_ids, ${subject ?? sql`null::text`} as subject,
    ${reason ?? sql`null::text`} as reason, ${until ?? sql`null::timestamptz`} as until,
    ${amount ?? sql`1`}::int as amount, ${isTried ?? sql`false`} as is_tried
    ${from}`;
}
