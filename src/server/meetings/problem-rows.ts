import { sql } from 'drizzle-orm';
import { nameColumn } from '../database/joins.ts';
import { classes } from '../database/schema.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Settings } from '../platform/settings.ts';
import { syncMeetingJob, syncRegistrantJob } from './jobs.ts';
import { whereUpcoming } from './queries.ts';

/** Matches problems whose text is the same as the reason for a hold. The Problems page already shows the hold. */
const isHeld = (problem: ReturnType<typeof sql>) =>
  sql`exists (select from holds where holds.reason = ${problem})`;

const isQueued = (job: string, key: ReturnType<typeof sql>) =>
  sql`exists (select from pgboss.job where name = ${job} and singleton_key = ${key}
    and (state = 'active' or state = 'created' and start_after <= now()))`;

export function meetingProblems({ meetings }: Pick<Settings, 'meetings'>, now: Date) {
  const upcoming = whereUpcoming(now);
  const host = sql`coalesce(${classes.host}, ${meetings.hostUser.toLowerCase()})`;
  return [
    problemRows(
      'overlaps',
      {
        key: sql`array_to_string(ids, ' ')`,
        since: sql`null::timestamptz`,
        classIds: sql`ids`,
        subject: sql`host`,
        reason: sql`names`,
      },
      sql`from (select host, array_agg(id order by id) as ids, string_agg(name, ', ' order by id) as names
          from (select ${classes.id}, ${classes.startsAt}, ${host} as host,
              coalesce(${nameColumn()}, 'no instructor') as name
            from classes left join people on people.id = instructor_id where ${upcoming}) hosted
          group by starts_at, host having count(*) > 1) overlapping`,
    ),
    problemRows(
      'meetings',
      {
        key: sql`'class ' || ${classes.id}`,
        since: sql`meeting_problem_since`,
        classIds: sql`array[${classes.id}]`,
        reason: sql`meeting_problem`,
        isTried: isQueued(syncMeetingJob.name, sql`'class ' || ${classes.id}`),
      },
      sql`from classes where ${upcoming} and meeting_problem is not null
        and not ${isHeld(sql`classes.meeting_problem`)}`,
    ),
    problemRows(
      'seats',
      {
        key: sql`'person ' || person_id || ' in class ' || class_id`,
        since: sql`problem_since`,
        personId: sql`person_id`,
        classIds: sql`array[class_id]`,
        subject: sql`case when join_url is null then 'no link' else 'link left' end`,
        reason: sql`problem`,
        isTried: isQueued(
          syncRegistrantJob.name,
          sql`'person ' || person_id || ' in class ' || class_id`,
        ),
      },
      sql`from meeting_registrants join classes on classes.id = class_id
        join people on people.id = person_id and people.erased_at is null
        where problem is not null and ${upcoming}
          and not ${isHeld(sql`meeting_registrants.problem`)}`,
    ),
  ];
}
