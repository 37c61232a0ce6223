import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** What normalization takes an accent apart into, besides the letter. */
const accents = /[\u0300-\u036f]/g;

/** Every word must be in one of the columns, whatever its case and accents. The signs of a pattern are escaped. */
export function matchesWords(columns: readonly AnyPgColumn[], text: string): SQL | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  // No word has a space, so none is found across two columns.
  const all = sql`concat_ws(' ', ${sql.join([...columns], sql`, `)})`;
  // Most names have ASCII letters only, and nothing to fold but capitals: that is several times as quick.
  const folded = sql`lower(case when octet_length(spaced) = length(spaced) then spaced
    else regexp_replace(normalize(spaced, NFD), U&'[\\0300-\\036F]', '', 'g') end)`;
  const patterns = words.map((word) => {
    const plain = word.normalize('NFD').replace(accents, '').toLowerCase();
    return sql`folded like ${`%${plain.replace(/[\\%_]/g, '\\$&')}%`}`;
  });
  // `offset 0` keeps PostgreSQL from working the text out anew for each word.
  return sql`exists (
    select from (select ${folded} as folded from (select ${all} as spaced offset 0) as named offset 0) as plain
    where ${and(...patterns)})`;
}
