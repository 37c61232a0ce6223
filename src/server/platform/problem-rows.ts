import { type SQL, sql } from 'drizzle-orm';
import type { ProblemKind } from '../../contract/words.ts';

interface Columns {
  /** Unique within its kind. If the problem happens again, it has a new key or a later `happenedAt`. */
  key: SQL;
  since: SQL;
  happenedAt?: SQL;
  personId?: SQL;
  classIds?: SQL;
  subject?: SQL;
  reason?: SQL;
  until?: SQL;
  amount?: SQL;
  isTried?: SQL;
}

/**
 * Builds a query for one kind of problem. All kinds have the same columns, so that `operations` can count, sort and
 * paginate them in one query.
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
