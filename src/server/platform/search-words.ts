import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** What normalization takes an accent apart into, besides the letter. */
const accents = /[\u0300-\u036f]/g;

/** Every word must be in one of the columns, whatever its case and accents. The signs of a pattern are escaped. */
export function matchesWords(columns: readonly AnyPgColumn[], text: string): SQL | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  // No word has a space, so none is found across two columns.
  const all = sql`concat_ws(' ', ${sql.join([...columns], sql`, `)})`;
  const folded = sql`lower(regexp_replace(normalize(${all}, NFD), U&'[\\0300-\\036F]', '', 'g'))`;
  return and(
    ...words.map((word) => {
      const plain = word.normalize('NFD').replace(accents, '').toLowerCase();
      return sql`${folded} like ${`%${plain.replace(/[\\%_]/g, '\\$&')}%`}`;
    }),
  );
}
