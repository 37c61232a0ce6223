import { sql } from 'drizzle-orm';
import { classes } from '../database/schema.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Settings } from '../settings.ts';
import { syncMeetingJob, syncRegistrantJob } from './jobs.ts';
import { dailyPauses } from './pauses.ts';
import { whereUpcoming } from './queries.ts';

/** A pause says once for all what is also noted on every class and place that waits for its end. */
const isPaused = (problem: ReturnType<typeof sql>) =>
  sql`exists (select from meeting_pauses where meeting_pauses.reason = ${problem})`;

const isQueued = (job: string, key: ReturnType<typeof sql>) =>
  sql`exists (select from pgboss.job where name = ${job} and singleton_key = ${key}
    and (state = 'active' or state = 'created' and start_after <= now()))`;

/** What Zoom refuses, to one class, to one person or to everybody, and classes that one host cannot hold. */
export function meetingProblems({ meetings }: Pick<Settings, 'meetings'>, now: Date) {
  const upcoming = whereUpcoming(now);
  const host = sql`coalesce(${classes.host}, ${meetings.hostUser.toLowerCase()})`;
  return [
    problemRows(
      sql`case when ${dailyPauses} then 'limits' else 'meeting-pauses' end`,
      {
        key: sql`key`,
        since: sql`since`,
        subject: sql`case when ${dailyPauses} then 'zoom-day' end`,
        reason: sql`reason || case when host is null then '' else ' (Zoom user ' || host || ')' end`,
        until: sql`until`,
        amount: sql`(select count(*) from classes where meeting_problem = meeting_pauses.reason)`,
      },
      sql`from meeting_pauses`,
    ),
    problemRows(
      'overlaps',
      {
        key: sql`array_to_string(ids, ' ')`,
        since: sql`null::timestamptz`,
        classIds: sql`ids`,
        subject: sql`host`,
      },
      sql`from (select host, array_agg(id order by id) as ids
          from (select ${classes.id}, ${classes.startsAt}, ${host} as host from classes where ${upcoming}) hosted
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
        and not ${isPaused(sql`classes.meeting_problem`)}`,
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
          and not ${isPaused(sql`meeting_registrants.problem`)}`,
    ),
  ];
}
