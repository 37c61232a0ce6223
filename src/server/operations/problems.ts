import { inArray, type SQL, sql } from 'drizzle-orm';
import type { QueryOf } from '../../contract/endpoint.ts';
import type { operationsCalls } from '../../contract/operations.ts';
import { PROBLEM_KINDS, SHOWN_PROBLEMS } from '../../contract/words.ts';
import type { Database } from '../database/connect.ts';
import { classes } from '../database/schema.ts';
import { type DeadJob, isOneOf, listDeadJobs } from '../jobs/dead-jobs.ts';
import type { VendorServices } from '../platform/services.ts';
import { findAndCountProblems, type ProblemRow, type ProblemView } from './problem-rows.ts';
import { describeProblem, problemKinds } from './problem-texts.ts';

type Query = QueryOf<typeof operationsCalls.getProblems>;

export async function listProblems(services: VendorServices, query: Query) {
  const { view, kind, page } = query;
  const limit = kind ? SHOWN_PROBLEMS.onPage : SHOWN_PROBLEMS.ofEach;
  const offset = kind ? (page - 1) * limit : 0;
  const filter = { view, kind, limit, offset };
  const { counts, found } = await findAndCountProblems(services, filter);
  const described = await describeAll(services, found);
  const groups = PROBLEM_KINDS.flatMap((one) => {
    const count = counts.find((counted) => counted.kind === one)?.[view] ?? 0;
    if (count === 0 || (kind && kind !== one)) return [];
    const { page: actionPage = null, ...texts } = problemKinds[one];
    const problems = described.flatMap(({ row, problem }) => (row.kind === one ? [problem] : []));
    return [{ kind: one, ...texts, page: actionPage, count, problems }];
  });
  const sum = (which: ProblemView) => counts.reduce((all, count) => all + count[which], 0);
  return { groups, open: sum('open'), dismissed: sum('dismissed') };
}

const jobKinds = ['mails', 'texts', 'jobs'];

async function describeAll(services: VendorServices, rows: ProblemRow[]) {
  const { database } = services;
  const jobIds = rows.filter(({ kind }) => jobKinds.includes(kind)).map(({ key }) => key);
  const ofJobs = await findClassesOfJobs(database, jobIds);
  const classesOf = (row: ProblemRow) => ofJobs.get(row.key) ?? row.classIds;
  const starts = await findStarts(database, rows.flatMap(classesOf));
  return rows.map((row) => {
    const { key, since, happenedAt, until, personId: id, personName: name, isTried } = row;
    const { what, meaning, reason = row.reason, advice } = describeProblem(services, row);
    const problem = {
      key,
      what,
      meaning: meaning ?? null,
      reason,
      advice: advice ?? null,
      since: readTime(since),
      happenedAt: readTime(happenedAt),
      until: readTime(until),
      person: id !== null && name ? { id, name } : null,
      classes: classesOf(row).flatMap((id) => {
        const startTime = starts.get(id);
        return startTime ? [{ id, startTime }] : [];
      }),
      isTried,
      dismissal: dismissalOf(row),
    };
    return { row, problem };
  });
}

function dismissalOf({ dismissedAt, dismissedBy: by, dismissedFor }: ProblemRow) {
  const at = readTime(dismissedAt);
  return at === null ? null : { by, at, reason: dismissedFor ?? '' };
}

function readTime(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

const classQueries: Record<string, (ids: SQL) => SQL> = {
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

async function findClassesOfJobs(database: Database, jobIds: string[]) {
  if (jobIds.length === 0) return new Map<string, number[]>();
  const jobs = await listDeadJobs(database, isOneOf(jobIds));
  const found = new Map<string, Set<number>>(jobs.map(({ id }) => [id, new Set()]));
  for (const [name, findClasses] of Object.entries(classQueries)) {
    const named = jobs.map((job) => ({ id: job.id, ids: idsIn(job, name) }));
    const allIds = [...new Set(named.flatMap(({ ids }) => ids))];
    if (allIds.length === 0) continue;
    const { rows } = await database.execute<{ found: number; class_id: number }>(
      sql`select found::int, class_id from (${findClasses(sql`${sql.param(allIds)}::int[]`)}) as of(found, class_id)`,
    );
    for (const { id, ids } of named) {
      for (const row of rows) if (ids.includes(row.found)) found.get(id)?.add(row.class_id);
    }
  }
  return new Map([...found].map(([id, classIds]) => [id, [...classIds]]));
}

/** Reads `classId: 4` and `classIds: [4, 5]`, and for classes also `classes: [{ id: 4 }]`. */
function idsIn({ data }: DeadJob, name: string): number[] {
  const listed = name === 'classId' ? [data.classes].flat() : [];
  return [data[name], data[`${name}s`], ...listed.map((one) => (one as { id?: unknown })?.id)]
    .flat()
    .filter((id) => Number.isSafeInteger(id) && Math.abs(Number(id)) < 2 ** 31)
    .map(Number);
}

async function findStarts(database: Database, ids: number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .select({ id: classes.id, startsAt: classes.startsAt })
    .from(classes)
    .where(inArray(classes.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, startsAt }) => [id, startsAt]));
}
