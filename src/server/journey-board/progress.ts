import { sql } from 'drizzle-orm';
import { LAST_CLASS_NUMBER, LAST_WEEKLY_CLASS_NUMBER } from '../../course/course.ts';
import type { Database } from '../database/connect.ts';
import {
  attendance,
  changedStudents,
  classes,
  registrations,
  studentProgress,
} from '../database/schema.ts';

/**
 * Works out `student_progress` anew for those who have changed since it was last done. A change and its row in
 * `changed_students` become visible together, so that afterwards the table is right for all that was committed before.
 */
export async function refreshProgress(database: Database): Promise<void> {
  const [changed] = await database.select().from(changedStudents).limit(1);
  if (!changed) return;
  await database.transaction(async (transaction) => {
    // One at a time: of two that work out the same student, the one that read earlier could write later.
    await transaction.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('student progress', 0))`,
    );
    const rows = await transaction.delete(changedStudents).returning();
    const ids = [...new Set(rows.map(({ studentId }) => studentId))];
    const isChanged = sql`student_id = any(${sql.param(ids)}::int[])`;
    await transaction.execute(sql`delete from ${studentProgress} where ${isChanged}`);
    // By a statement of its own, which sees whatever was committed until it begins.
    await transaction.execute(sql`
      insert into ${studentProgress} (student_id, has_last_class, is_finished, is_waiting, last_weekly_at, first_unattended_at)
      select r.student_id,
        bool_or(r.class_number = ${LAST_CLASS_NUMBER}),
        bool_or(r.class_number = ${LAST_CLASS_NUMBER} and a.status is not distinct from 'Present'),
        bool_or(waits),
        max(case when waits then 'infinity' when a.status is null then c.starts_at end)
          filter (where r.class_number <= ${LAST_WEEKLY_CLASS_NUMBER}),
        min(c.starts_at) filter (where not waits and a.status is null)
      from ${registrations} r
      join ${classes} c on c.id = r.class_id
      left join ${attendance} a on a.person_id = r.student_id and a.class_id = r.class_id
      cross join lateral (select r.suspended_by is not null or (c.was_held is false and a.status is null) as waits) place
      where r.ended_at is null and r.${isChanged}
      group by r.student_id`);
  });
}
