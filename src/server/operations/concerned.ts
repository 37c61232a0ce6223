import { inArray, isNull, sql } from 'drizzle-orm';
import { and } from 'drizzle-orm/sql';
import type { Database } from '../database/connect.ts';
import { classes, people } from '../database/schema.ts';
import type { ProblemRow } from './problem-rows.ts';

/** The classes that dead jobs were about, by the job's id. Their data name them in different ways, or what belongs to them. */
export async function findClassesOfJobs(
  database: Database,
  rows: ProblemRow[],
): Promise<Map<string, number[]>> {
  const ids = rows.map(({ key }) => key);
  if (ids.length === 0) return new Map();
  const { rows: found } = await database.execute<{ id: string; classIds: number[] }>(
    sql`with dead as (select id, data from pgboss.job
          where name = 'dead-jobs' and id = any(${sql.param(ids)}::uuid[])),
        named as (
          select id, data->'classId' as class from dead
          union all select id, jsonb_array_elements(data->'classIds') from dead where jsonb_typeof(data->'classIds') = 'array'
          union all select id, jsonb_array_elements(data->'classes')->'id' from dead where jsonb_typeof(data->'classes') = 'array'),
        registered as (
          select id, data->'registrationId' as registration from dead
          union all select id, jsonb_array_elements(data->'registrationIds') from dead where jsonb_typeof(data->'registrationIds') = 'array'),
        concerned as (
          select id, class::int as class_id from named where jsonb_typeof(class) = 'number'
          union select dead.id, classes.id from dead join classes on to_jsonb(classes.cancellation_id) = data->'cancellationId'
          union select registered.id, class_id from registered join registrations on to_jsonb(registrations.id) = registration
          union select dead.id, class_id from dead join class_messages on to_jsonb(class_messages.id) = data->'messageId'
          union select dead.id, class_id from dead join reminders on to_jsonb(reminders.id) = data->'reminderId')
        select id, array_agg(class_id order by class_id) as "classIds" from concerned where class_id is not null group by id`,
  );
  return new Map(found.map(({ id, classIds }) => [id, classIds]));
}

/** Names of people who were not erased. */
export async function findNames(
  database: Database,
  ids: (number | null)[],
): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await database
    .select({ id: people.id, firstName: people.firstName, lastName: people.lastName })
    .from(people)
    .where(and(inArray(people.id, known), isNull(people.erasedAt)));
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}

export async function findStarts(database: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: classes.id, startsAt: classes.startsAt })
    .from(classes)
    .where(inArray(classes.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, startsAt }) => [id, startsAt.toISOString()]));
}
