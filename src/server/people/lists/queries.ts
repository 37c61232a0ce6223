import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { AlumniRow } from '../../../contract/people.ts';
import type { FormerMember, peopleChangeCalls } from '../../../contract/people-changes.ts';
import type { personPageCalls } from '../../../contract/person-page.ts';
import { MOST_PEOPLE_FOUND, PAGE_SIZES } from '../../../course/course.ts';
import { canSeePerson, isStaff, MEMBER_ROLES, ROLES, type Role } from '../../../course/roles.ts';
import { findLoginLinks, type LinkViewer } from '../../accounts/index.ts';
import type { Database } from '../../database/connect.ts';
import { findRow } from '../../database/rows.ts';
import { people } from '../../database/schema.ts';
import { findTextRefusals } from '../../messages/index.ts';
import { findProblems, findUndeliveredTexts } from '../../messages/undelivered.ts';
import { DomainError } from '../../platform/errors.ts';
import { matchesPerson } from '../../platform/search-words.ts';

export const personColumns = {
  id: people.id,
  startDate: people.startDate,
  email: people.email,
  firstName: people.firstName,
  lastName: people.lastName,
  phone: people.textPhone,
  textConsent: people.textConsent,
  hasSignedIn: sql<boolean>`${people.lastSignInAt} is not null`,
  version: people.version,
  staffLinkCount: people.staffLinkCount,
};

export type Found = Omit<
  AlumniRow,
  'textRefusal' | 'loginLink' | 'messageProblem' | 'textProblem'
> & {
  staffLinkCount: number;
};

export async function describePeople(database: Database, viewer: LinkViewer, found: Found[]) {
  const ids = found.map(({ id }) => id);
  const [links, problems, undelivered, refusals] = await Promise.all([
    findLoginLinks(database, viewer, found),
    findProblems(database, ids),
    findUndeliveredTexts(database, ids, viewer.now),
    findTextRefusals(database, ids),
  ]);
  return found.map(({ staffLinkCount, ...row }) => ({
    ...row,
    textRefusal: refusals.get(row.id) ?? null,
    loginLink: links.get(row.id) ?? null,
    messageProblem: problems.get(row.id) ?? null,
    textProblem: undelivered.get(row.id) ?? null,
  }));
}

type Asked = QueryOf<typeof peopleChangeCalls.getDeactivated>;

const limit = PAGE_SIZES.alumni;

async function readPage<Row>(
  database: Database,
  which: SQL | undefined,
  page: number,
  read: (offset: number) => Promise<Row[]>,
) {
  const total = await database.$count(people, which);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const shown = Math.min(page, totalPages);
  const rows = await read((shown - 1) * limit);
  return { rows, pagination: { page: shown, totalPages, total } };
}

export async function listAlumni(database: Database, { page, search }: Asked, viewer: LinkViewer) {
  const which = and(eq(people.role, 'alumni'), isNull(people.deactivatedAt), matchesPerson(search));
  const { rows, pagination } = await readPage(database, which, page, (offset) =>
    database
      .select(personColumns)
      .from(people)
      .where(which)
      .orderBy(asc(people.lastName), asc(people.firstName), asc(people.id))
      .limit(limit)
      .offset(offset),
  );
  const data = await describePeople(database, viewer, rows);
  return { data, pagination: { ...pagination, limit } };
}

export async function listDeactivated(database: Database, { page, search }: Asked) {
  const { id, firstName, lastName, email, role, deactivatedAt, erasedAt } = people;
  const isMember = inArray(role, MEMBER_ROLES);
  const which = and(isMember, isNotNull(deactivatedAt), isNull(erasedAt), matchesPerson(search));
  const { rows, pagination } = await readPage(database, which, page, (offset) =>
    database
      .select({ id, firstName, lastName, email, role, deactivatedAt })
      .from(people)
      .where(which)
      .orderBy(desc(deactivatedAt), desc(id))
      .limit(limit)
      .offset(offset),
  );
  const data = rows.map((row) => ({
    ...row,
    role: row.role as FormerMember['role'],
    deactivatedAt: row.deactivatedAt as Date,
  }));
  return { data, pagination };
}

export async function readAlumnus(database: Database, viewer: LinkViewer, id: number) {
  const found = await database
    .select(personColumns)
    .from(people)
    .where(and(eq(people.id, id), eq(people.role, 'alumni'), isNull(people.deactivatedAt)));
  const [alumnus] = await describePeople(database, viewer, found);
  if (!alumnus) throw new DomainError('not-found');
  return alumnus;
}

type PeopleSearch = QueryOf<typeof personPageCalls.findPeople>;

export function findPeople(database: Database, viewer: Role, { search, members }: PeopleSearch) {
  const { id, firstName, lastName, email, role, deactivatedAt } = people;
  const visible = ROLES.filter((one) => canSeePerson(viewer, one) && !(members && isStaff(one)));
  const isDeactivated = isNotNull(deactivatedAt).mapWith(Boolean);
  const isWanted = and(isNull(people.erasedAt), members && isNull(deactivatedAt));
  return database
    .select({ id, firstName, lastName, email, role, isDeactivated })
    .from(people)
    .where(and(inArray(role, visible), isWanted, matchesPerson(search)))
    .orderBy(desc(isNull(deactivatedAt)), asc(lastName), asc(firstName), asc(id))
    .limit(MOST_PEOPLE_FOUND);
}

export async function findByEmail(database: Database, email: string): Promise<number | null> {
  const isTheirs = eq(sql`lower(${people.email})`, email.trim().toLowerCase());
  return (await findRow(database, people, isTheirs))?.id ?? null;
}
