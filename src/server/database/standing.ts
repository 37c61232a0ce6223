import { and, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { classes, registrations } from './schema.ts';

export const isStanding = and(isNull(classes.deletedAt), isNull(classes.cancellationId));

export const hasPlace = and(isNull(registrations.endedAt), isNull(registrations.suspendedBy));

const limit = sql`coalesce(classes.places, classes.default_places)`;
const unheld = sql`(select ${limit} - count(*)::int from registrations
    where class_id = classes.id and ended_at is null and suspended_by is null)
  - (select count(*)::int from waiting_list
    where class_id = classes.id and status = 'offered' and not is_overbooked)`;
const ifLimited = (places: SQL) =>
  sql<number | null>`(case when ${limit} is not null then ${places} end)`;

/**
 * How many places a class has left, not counting those that we've offered to people on its waiting list. Null if the
 * class has no limit, and negative if staff overbooked it. The trigger `registrations_within_places` counts the same
 * way.
 */
export const unheldPlaces = ifLimited(unheld);

/**
 * How many places are left once everyone on the waiting list gets one. Null if the class has no limit or if we've
 * offered this person a place. With `offset 0`, PostgreSQL counts the places only once.
 */
export const placesLeftFor = (personId: number | Placeholder) =>
  ifLimited(sql`(
    select case when not coalesce(is_offered, false) then unheld - least(greatest(unheld, 0), waiting) end
    from (select ${unheld} as unheld offset 0) places
    cross join (
      select bool_or(person_id = ${personId} and status = 'offered') as is_offered,
        count(*) filter (where status = 'waiting')::int as waiting
      from waiting_list where class_id = classes.id) line)`);

export const placesLeft = placesLeftFor(0);

/** Passes all values as a single parameter, so that the statement is prepared only once, however many there are. */
export function isAnyOf(column: AnyPgColumn, values: readonly unknown[]): SQL {
  return sql`${column} = any(${sql.param(values)})`;
}
