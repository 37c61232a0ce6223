import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { PAGE_SIZES } from '../../course/course.ts';
import type { Database } from '../database/connect.ts';
import { people } from '../database/schema.ts';
import type { LinkViewer } from '../sign-in/index.ts';
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

/** Every word must be somewhere in the name or email. The signs of a pattern are escaped. */
function matches(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return and(
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      const columns = [people.firstName, people.lastName, people.email];
      return or(...columns.map((column) => sql`${column} ilike ${pattern}`));
    }),
  );
}

export async function findByEmail(database: Database, email: string): Promise<number | null> {
  const [found] = await database
    .select({ id: people.id })
    .from(people)
    .where(eq(sql`lower(${people.email})`, email.trim().toLowerCase()));
  return found?.id ?? null;
}
