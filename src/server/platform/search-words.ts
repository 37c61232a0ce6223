import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { ACCENTS, PLAIN_LETTERS, readSearch } from '../../course/search.ts';
import { people } from '../database/schema.ts';

/**
 * The SQL version of `isFound` in course/search.ts: every word must appear in one of the columns, ignoring case and
 * accents. `offset 0` keeps PostgreSQL from folding the text again for every word.
 */
export function matchesWords(
  columns: readonly AnyPgColumn[],
  text: string,
  phone?: AnyPgColumn,
): SQL | undefined {
  const { words, digits } = readSearch(text);
  if (words.length === 0) return undefined;
  const all = sql`concat_ws(E'\n', ${sql.join([...columns, ...(phone ? [phone] : [])], sql`, `)})`;
  const hasWords = sql`exists (
    select from (select ${foldSql(all)} as folded offset 0) as person
    where ${and(...words.map((word) => sql`strpos(person.folded, ${word}) > 0`))}
  )`;
  return phone && digits !== null ? or(sql`strpos(${phone}, ${digits}) > 0`, hasWords) : hasWords;
}

/** Finds people by name, email or phone number. */
export function matchesPerson(text: string): SQL | undefined {
  return matchesWords([people.firstName, people.lastName, people.email], text, people.textPhone);
}

/** The SQL version of `foldText` in course/search.ts, with a fast path for ASCII. */
function foldSql(text: SQL): SQL {
  const folded = PLAIN_LETTERS.reduce(
    (before, [letter, plain]) => sql`replace(${before}, ${letter}, ${plain})`,
    sql`lower(regexp_replace(normalize(${text}, NFD), ${ACCENTS}, '', 'g'))`,
  );
  return sql`case when octet_length(${text}) = length(${text}) then lower(${text}) else ${folded} end`;
}
