import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { readSearch } from '../../course/search.ts';
import { people } from '../database/schema.ts';

type Columns = Record<'firstName' | 'lastName' | 'email' | 'textPhone', AnyPgColumn>;

/**
 * The SQL version of `isFound` in course/search.ts. PostgreSQL uses the index `people_by_words` only if it has the same
 * expression.
 */
export function matchesPerson(text: string, person: Columns = people): SQL | undefined {
  const { words, digits } = readSearch(text);
  if (words.length === 0) return undefined;
  const { firstName, lastName, email, textPhone } = person;
  const folded = sql`fold_text(${firstName} || E'\n' || ${lastName} || E'\n' || ${email} || E'\n' || coalesce(${textPhone}, ''))`;
  const contains = (part: string) => sql`${folded} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
  const hasWords = and(...words.map(contains));
  return digits === null ? hasWords : or(contains(digits), hasWords);
}
