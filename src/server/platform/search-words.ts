import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

const accents = /[\u0300-\u036f]/g;

/** Requires every word to appear in one of the columns, ignoring case and accents. */
export function matchesWords(columns: readonly AnyPgColumn[], text: string): SQL | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  // A word contains no spaces, so it can't match across two columns.
  const all = sql`concat_ws(' ', ${sql.join([...columns], sql`, `)})`;
  // Most names are ASCII and need only `lower`, which is several times as fast.
  const folded = sql`lower(case when octet_length(spaced) = length(spaced) then spaced
    else regexp_replace(normalize(spaced, NFD), U&'[\\0300-\\036F]', '', 'g') end)`;
  const patterns = words.map((word) => {
    const plain = word.normalize('NFD').replace(accents, '').toLowerCase();
    return sql`folded like ${`%${plain.replace(/[\\%_]/g, '\\$&')}%`}`;
  });
  // `offset 0` keeps PostgreSQL from normalizing the text again for each word.
  return sql`exists (
    select from (select ${folded} as folded from (select ${all} as spaced offset 0) as named offset 0) as plain
    where ${and(...patterns)})`;
}
