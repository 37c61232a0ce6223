import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { classes, people } from '../database/schema.ts';
import { type DeadJob, listDeadJobs } from '../jobs/dead-jobs.ts';

/** How to find the classes of what a job's data have ids of. */
const classesOf: Record<string, (ids: SQL) => SQL> = {
  classId: (ids) => sql`select id as found, id as class_id from classes where id = any(${ids})`,
  cancellationId: (ids) =>
    sql`select cancellation_id, id from classes where cancellation_id = any(${ids})`,
  registrationId: (ids) => sql`select id, class_id from registrations where id = any(${ids})`,
  broadcastId: (ids) =>
    sql`select id, class_id from broadcasts where id = any(${ids}) and class_id is not null`,
  proposalId: (ids) => sql`select id, missed_class_id from makeup_proposals where id = any(${ids})`,
  reminderId: (ids) =>
    sql`select reminders.id, class_id from reminders join registrations on registrations.id = registration_id
        where reminders.id = any(${ids})`,
};

/** The classes that dead jobs were about, by the job's id. Their data name them, or something that belongs to them. */
export async function findClassesOfJobs(
  database: Database,
  jobIds: string[],
): Promise<Map<string, number[]>> {
  if (jobIds.length === 0) return new Map();
  const jobs = await listDeadJobs(database, jobIds);
  const found = new Map<string, Set<number>>(jobs.map(({ id }) => [id, new Set()]));
  for (const [name, findClasses] of Object.entries(classesOf)) {
    const named = jobs.map((job) => ({ id: job.id, ids: idsIn(job, name) }));
    const wanted = [...new Set(named.flatMap(({ ids }) => ids))];
    if (wanted.length === 0) continue;
    const { rows } = await database.execute<{ found: number; class_id: number }>(
      sql`select found::int, class_id from (${findClasses(sql`${sql.param(wanted)}::int[]`)}) as of(found, class_id)`,
    );
    for (const { id, ids } of named) {
      for (const row of rows) if (ids.includes(row.found)) found.get(id)?.add(row.class_id);
    }
  }
  return new Map([...found].map(([id, classIds]) => [id, [...classIds]]));
}

/** `classId: 4`, `classIds: [4, 5]`, and for classes also `classes: [{ id: 4 }]`. */
function idsIn({ data }: DeadJob, name: string): number[] {
  const listed = name === 'classId' ? [data.classes].flat() : [];
  return [data[name], data[`${name}s`], ...listed.map((one) => (one as { id?: unknown })?.id)]
    .flat()
    .filter((id) => Number.isSafeInteger(id) && Math.abs(Number(id)) < 2 ** 31)
    .map(Number);
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
