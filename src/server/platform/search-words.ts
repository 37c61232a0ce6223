import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** What normalization takes an accent apart into, besides the letter. */
const accents = /[\u0300-\u036f]/g;

/** Every word must be in one of the columns, whatever its case and accents. The signs of a pattern are escaped. */
export function matchesWords(columns: readonly AnyPgColumn[], text: string): SQL | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return and(
    ...words.map((word) => {
      const folded = word.normalize('NFD').replace(accents, '').toLowerCase();
      const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
      return or(...columns.map((column) => sql`${fold(column)} like ${pattern}`));
    }),
  );
}

function fold(column: AnyPgColumn): SQL {
  return sql`lower(regexp_replace(normalize(${column}, NFD), U&'[\\0300-\\036F]', '', 'g'))`;
}
