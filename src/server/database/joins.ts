import { and, eq, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { people } from './schema.ts';

export const instructors = alias(people, 'instructors');

type Id = PgColumn | number;

export const isSeat = (
  table: { personId: PgColumn; classId: PgColumn },
  personId: Id,
  classId: Id,
) => and(eq(table.personId, personId), eq(table.classId, classId));

/** `fullName` in SQL. */
export const nameColumn = (person: { firstName: PgColumn; lastName: PgColumn } = people) =>
  sql<string>`${person.firstName} || ' ' || ${person.lastName}`;
