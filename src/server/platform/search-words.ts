import { and, getTableName, or, type SQL, sql, type Table } from 'drizzle-orm';
import { readSearch } from '../../course/search.ts';
import { people } from '../database/schema.ts';

/**
 * The SQL version of `isFound` in course/search.ts. The column `words` is only in the database: PostgreSQL computes it
 * whenever a name, email or number changes.
 */
export function matchesPerson(text: string, person: Table = people): SQL | undefined {
  const { words, digits } = readSearch(text);
  if (words.length === 0) return undefined;
  const stored = sql`${sql.identifier(getTableName(person))}.words`;
  const contains = (part: string) => sql`${stored} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;
  const hasWords = and(...words.map(contains));
  return digits === null ? hasWords : or(contains(digits), hasWords);
}
