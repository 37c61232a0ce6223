import { and, eq } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { people } from './schema.ts';

export const instructors = alias(people, 'instructors');

type Id = PgColumn | number;

export const isSeat = (
  table: { personId: PgColumn; classId: PgColumn },
  personId: Id,
  classId: Id,
) => and(eq(table.personId, personId), eq(table.classId, classId));
