import { type SQL, sql } from 'drizzle-orm';
import { LAST_CLASS_NUMBER, LAST_WEEKLY_CLASS_NUMBER } from '../../course/course.ts';
import type { Database, Reader } from './connect.ts';
import {
  attendance,
  changedStudents,
  classes,
  people,
  registrations,
  studentProgress,
} from './schema.ts';
import { isAnyOf } from './standing.ts';

/** `lateral` makes PostgreSQL look up these students' rows by index, however many it expects. */
const summarize = (students: SQL) => sql`
  select changed.student_id, has_last_class, is_finished, needs_new_time, last_weekly_at,
    open_starts[1] as first_open_at, open_starts[2] as second_open_at, open_starts
  from ${students} as changed (student_id)
  cross join lateral (
    select bool_or(r.class_number = ${LAST_CLASS_NUMBER}) as has_last_class,
      bool_or(r.class_number = ${LAST_CLASS_NUMBER} and a.status is not distinct from 'Present') as is_finished,
      bool_or(waits) as needs_new_time,
      max(case when waits then 'infinity' when a.status is null then c.starts_at end)
        filter (where r.class_number <= ${LAST_WEEKLY_CLASS_NUMBER}) as last_weekly_at,
      coalesce(array_agg(c.starts_at order by c.starts_at) filter (where not waits and a.status is null), '{}')
        as open_starts
    from ${registrations} r
    join ${classes} c on c.id = r.class_id
    left join ${attendance} a on a.person_id = r.student_id and a.class_id = r.class_id
    cross join lateral (select r.suspended_by is not null or (c.was_held is false and a.status is null) as waits) place
    where r.student_id = changed.student_id and r.ended_at is null
    having count(*) > 0) as summary`;

const changedIds = sql`select student_id from ${changedStudents}`;

/**
 * Read unchanged students from `storedProgress` and the others from `changedProgress`, which summarizes their
 * registrations now. That's always exact. Usually few students are changed, but PostgreSQL doesn't know that. The array
 * makes it look them up by id instead of reading everyone.
 */
export const isChanged = sql`${people.id} = any(array(${changedIds}))`;
/** PostgreSQL hashes this list. For `not exists`, a cached plan could scan the list once per student. */
export const isUnchanged = sql`${people.id} not in (${changedIds})`;
export const storedProgress = sql`${studentProgress} as progress`;
export const changedProgress = sql`lateral (${summarize(sql`(select ${people.id})`)}) as progress`;

/**
 * Call this in every transaction that changes these registrations, their attendance, or when their classes start or
 * whether they were held. It doesn't update `student_progress`, because two transactions can't see each other's changes,
 * and not all of them lock the student.
 */
export async function outdateProgress(database: Reader, which: SQL | undefined) {
  await database.execute(sql`insert into ${changedStudents}
    select distinct ${registrations.studentId} from ${registrations} where ${which}`);
}

/** Updates some outdated rows, so that the board stays fast. */
export function refreshProgress(database: Database, { limit }: { limit: number }) {
  return database.transaction(async (transaction) => {
    // Only one transaction at a time, because two could insert the same student.
    await transaction.execute(sql`lock table ${studentProgress} in exclusive mode`);
    const changed = await transaction.execute<{ id: number }>(sql`delete from ${changedStudents}
      where ctid = any(array(select ctid from ${changedStudents} limit ${limit})) returning student_id as id`);
    const ids = [...new Set(changed.rows.map(({ id }) => id))];
    await transaction.delete(studentProgress).where(isAnyOf(studentProgress.studentId, ids));
    // A later statement than the first, so it sees everything that these students were marked for.
    await transaction.execute(
      sql`insert into ${studentProgress} ${summarize(sql`unnest(${sql.param(ids)}::int[])`)}`,
    );
    return changed;
  });
}
