import { and, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { classes, registrations } from './schema.ts';

/** A class that is neither deleted nor canceled. */
export const isStanding = and(isNull(classes.deletedAt), isNull(classes.cancellationId));

/** A registration that has neither ended nor been suspended. */
export const hasPlace = and(isNull(registrations.endedAt), isNull(registrations.suspendedBy));

/** Passes all ids as a single parameter, so that the statement is prepared only once. */
export function isAnyOf(column: AnyPgColumn, ids: number[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::int[])`;
}
