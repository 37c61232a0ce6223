import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AlumniRow } from '../../../contract/people.ts';
import { PAGE_SIZES } from '../../../course/course.ts';
import { ACCENTS, PLAIN_LETTERS, readSearch } from '../../../course/search.ts';
import type { LinkViewer } from '../../accounts/index.ts';
import type { Database } from '../../database/connect.ts';
import { people } from '../../database/schema.ts';
import { DomainError } from '../../platform/errors.ts';
import { describePeople, personColumns } from './person-rows.ts';

interface Asked {
  page: number;
  search: string;
}

export async function listAlumni(database: Database, { page, search }: Asked, viewer: LinkViewer) {
  const limit = PAGE_SIZES.alumni;
  const alumni = and(eq(people.role, 'alumni'), isNull(people.deactivatedAt), matches(search));
  const readPage = (number: number) =>
    database
      .select(personColumns)
      .from(people)
      .where(alumni)
      .orderBy(asc(people.lastName), asc(people.firstName), asc(people.id))
      .limit(limit)
      .offset((number - 1) * limit);
  const [total, asked] = await Promise.all([database.$count(people, alumni), readPage(page)]);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const shown = Math.min(page, totalPages);
  const found = shown === page ? asked : await readPage(shown);
  const data = await describePeople(database, viewer, found);
  return { data, pagination: { page: shown, limit, totalPages, total } };
}

/** One row of the list. */
export async function readAlumnus(
  database: Database,
  viewer: LinkViewer,
  id: number,
): Promise<AlumniRow> {
  const found = await database
    .select(personColumns)
    .from(people)
    .where(and(eq(people.id, id), eq(people.role, 'alumni'), isNull(people.deactivatedAt)));
  const [alumnus] = await describePeople(database, viewer, found);
  if (!alumnus) throw new DomainError('not-found');
  return alumnus;
}

/** What `isFound` of course/search.ts decides, asked of the database. `offset 0` has a text folded once for all words. */
export function matches(search: string): SQL | undefined {
  const { words, digits } = readSearch(search);
  if (words.length === 0) return undefined;
  const { firstName, lastName, email, textPhone: phone } = people;
  const text = sql`concat_ws(E'\n', ${firstName}, ${lastName}, ${email}, ${phone})`;
  const hasWords = sql`exists (
    select from (select ${foldSql(text)} as folded offset 0) as person
    where ${and(...words.map((word) => sql`strpos(person.folded, ${word}) > 0`))}
  )`;
  return digits === null ? hasWords : or(sql`strpos(${phone}, ${digits}) > 0`, hasWords);
}

/** `foldText` of course/search.ts in SQL. Most texts have ASCII letters only, and nothing to fold but capitals. */
function foldSql(text: SQL): SQL {
  const folded = PLAIN_LETTERS.reduce(
    (before, [letter, plain]) => sql`replace(${before}, ${letter}, ${plain})`,
    sql`lower(regexp_replace(normalize(${text}, NFD), ${ACCENTS}, '', 'g'))`,
  );
  return sql`case when octet_length(${text}) = length(${text}) then lower(${text}) else ${folded} end`;
}

export async function findByEmail(database: Database, email: string): Promise<number | null> {
  const [found] = await database
    .select({ id: people.id })
    .from(people)
    .where(eq(sql`lower(${people.email})`, email.trim().toLowerCase()));
  return found?.id ?? null;
}
