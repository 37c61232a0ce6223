import { sql } from 'drizzle-orm';
import { problemRows } from '../platform/problem-rows.ts';

/** Jobs that could have run for so long, and have not. Those that wait for their next try are not among them. */
const lateAfterMinutes = 10;

/** One problem, however many they are. */
export function lateJobProblems() {
  return problemRows(
    'late-jobs',
    { key: sql`'jobs'`, since: sql`late.since`, amount: sql`late.count` },
    sql`from (select count(*) as count, min(start_after) as since from pgboss.job
        where name <> 'dead-jobs' and state < 'active' and not blocked
          and start_after < now() - make_interval(mins => ${lateAfterMinutes})) late
      where late.count > 0`,
  );
}
