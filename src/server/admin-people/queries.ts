import { and, asc, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AlumniRow } from '../../contract/admin-people.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import type { Database } from '../database/connect.ts';
import { loginTokens, people } from '../database/schema.ts';
import { loginPath } from '../sign-in/queries.ts';
import { findProblems } from './undelivered.ts';

interface Asked {
  page: number;
  search: string;
  now: Date;
  /** Absent for those who are not to see login links. */
  linkKey: string | undefined;
}

export async function listAlumni(database: Database, { page, search, now, linkKey }: Asked) {
  const limit = PAGE_SIZES.alumni;
  const isMeant = and(eq(people.role, 'alumni'), matches(search));
  const [counted] = await database.select({ total: count() }).from(people).where(isMeant);
  const total = counted?.total ?? 0;
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const shown = Math.min(page, totalPages);
  const rows: AlumniRow[] = await database
    .select({
      id: people.id,
      startDate: people.startDate,
      email: people.email,
      firstName: people.firstName,
      lastName: people.lastName,
      phone: people.phone,
      textConsent: people.textConsent,
    })
    .from(people)
    .where(isMeant)
    .orderBy(asc(people.lastName), asc(people.firstName), asc(people.id))
    .limit(limit)
    .offset((shown - 1) * limit)
    .then((found) => found.map((row) => ({ ...row, loginLink: null, messageProblem: null })));
  const links = linkKey
    ? await findLinks(
        database,
        rows.map(({ id }) => id),
        now,
        linkKey,
      )
    : new Map();
  const problems = await findProblems(database);
  const data = rows.map((row) => ({
    ...row,
    loginLink: links.get(row.id) ?? null,
    messageProblem: problems.get(row.id) ?? null,
  }));
  return { data, pagination: { page: shown, limit, totalPages, total } };
}

/** Every word must be somewhere in the name or address. Signs that a pattern would give a meaning have none. */
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

/** The newest link in force of each. */
async function findLinks(database: Database, ids: number[], now: Date, linkKey: string) {
  const found = await database
    .selectDistinctOn([loginTokens.personId], {
      personId: loginTokens.personId,
      path: loginPath(linkKey),
    })
    .from(loginTokens)
    .where(
      and(
        inArray(loginTokens.personId, ids),
        isNull(loginTokens.endedAt),
        gt(loginTokens.expiresAt, now),
      ),
    )
    .orderBy(loginTokens.personId, desc(loginTokens.createdAt));
  return new Map(found.map(({ personId, path }) => [personId, path]));
}
