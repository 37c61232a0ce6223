import { type SQL, sql } from 'drizzle-orm';
import type { ProblemKind } from '../../contract/words.ts';
import { attendanceProblems, notHeldProblems } from '../attendance/index.ts';
import { nameColumn } from '../database/joins.ts';
import { deadJobProblems, idIn, lateJobProblems } from '../jobs/dead-jobs.ts';
import { holdProblems } from '../jobs/holds.ts';
import { meetingProblems } from '../meetings/index.ts';
import { textLimitProblems } from '../messages/text-limit.ts';
import { messageProblems } from '../messages/undelivered.ts';
import { webhookProblems } from '../platform/rejected-webhooks.ts';
import type { Services } from '../platform/services.ts';
import { unmatchedRetreatProblems } from '../retreats/index.ts';
import { openWishProblems } from '../schedule/index.ts';
import { jobsOfKind } from './job-descriptions.ts';

export type ProblemView = 'open' | 'dismissed';

export interface ProblemRow extends Record<string, unknown> {
  kind: ProblemKind;
  key: string;
  since: string | null;
  happenedAt: string | null;
  personId: number | null;
  /** Null if the problem isn't about a person or if the person has been erased. */
  personName: string | null;
  classIds: number[];
  subject: string | null;
  reason: string | null;
  until: string | null;
  amount: number;
  isTried: boolean;
  dismissedAt: string | null;
  dismissedBy: string | null;
  dismissedFor: string | null;
}

/** Matches dead jobs whose problem is already listed for the class or registrant, or no longer matters. */
function isShownByClass(now: Date): SQL {
  const time = sql`${now.toISOString()}::timestamptz`;
  const isOver = sql`classes.starts_at < ${time} - interval '1 hour'`;
  return sql`coalesce(case
    when dead.source_name in ('sync-meeting', 'check-registrants') then (select ${isOver} or meeting_problem is not null
      from classes where classes.id = ${idIn('classId')})
    when dead.source_name = 'sync-registrant' then (select ${isOver} or exists (select from meeting_registrants
        where class_id = classes.id and person_id = ${idIn('personId')} and problem is not null)
      from classes where classes.id = ${idIn('classId')})
    when dead.source_name = 'settle-attendance' then (select attendance_settled_at is not null or attendance_problem is not null
      from classes where classes.id = ${idIn('classId')})
    end, false)`;
}

/** Selects all problems, each with its dismissal unless the problem has happened again since. */
export function everyProblem(services: Services): SQL {
  const { clock, settings } = services;
  const now = clock.now();
  const sources = [
    holdProblems(now),
    ...meetingProblems(settings, now),
    ...messageProblems(now),
    textLimitProblems(services, now),
    lateJobProblems(),
    attendanceProblems(now),
    notHeldProblems(now),
    deadJobProblems({
      mails: jobsOfKind('mails'),
      texts: jobsOfKind('texts'),
      isShownElsewhere: isShownByClass(now),
    }),
    openWishProblems(),
    unmatchedRetreatProblems(),
    webhookProblems(now),
  ];
  const found = sql.join(
    sources.map((source) => sql`(${source})`),
    sql` union all `,
  );
  return sql`select found.*, dismissed.dismissed_at, dismissed.dismissed_by, dismissed.reason as dismissed_for
    from (${found}) found
    left join dismissed_problems dismissed on dismissed.kind = found.kind and dismissed.key = found.key
      and (found.happened_at is null or dismissed.happened_at >= found.happened_at)`;
}

export const isInView = (view: ProblemView) =>
  view === 'open' ? sql`dismissed_at is null` : sql`dismissed_at is not null`;

/** Leaves out problems that are being retried, because no one needs to act on them yet. */
export async function countProblems(services: Services): Promise<number> {
  const { rows } = await services.database.execute<{ count: number }>(
    sql`select count(*)::int as count from (${everyProblem(services)}) problems
        where ${isInView('open')} and not is_tried`,
  );
  return rows[0]?.count ?? 0;
}

type ProblemCount = Record<ProblemView, number> & { kind: ProblemKind };

interface Filter {
  view: ProblemView;
  kind?: ProblemKind | undefined;
  key?: string | undefined;
  /** The maximum number of problems per kind. */
  limit: number;
  offset?: number;
}

export async function findProblems(services: Services, filter: Filter): Promise<ProblemRow[]> {
  const found = select(filter, everyProblem(services));
  return (await services.database.execute<ProblemRow>(found)).rows;
}

/** Returns problems and counts in one query, because finding all problems is the slow part. */
export async function findAndCountProblems(services: Services, filter: Filter) {
  const { rows } = await services.database.execute<{ counts: ProblemCount[]; found: ProblemRow[] }>(
    sql`with every as materialized (${everyProblem(services)}),
          counts as (select kind, count(*) filter (where ${isInView('open')}) as open,
            count(*) filter (where ${isInView('dismissed')}) as dismissed from every group by kind),
          found as (${select(filter, sql`table every`)})
        select coalesce((select json_agg(counts) from counts), '[]') as counts,
          coalesce((select json_agg(found) from found), '[]') as found`,
  );
  return rows[0] ?? { counts: [], found: [] };
}

function select({ view, kind, key, limit, offset = 0 }: Filter, every: SQL): SQL {
  const nameOf = (id: SQL) =>
    sql`(select ${nameColumn()} from people where id = ${id} and erased_at is null)`;
  return sql`select kind, key, since, happened_at as "happenedAt", person_id as "personId", class_ids as "classIds",
      ${nameOf(sql`person_id`)} as "personName", subject, reason, until, amount, is_tried as "isTried",
      dismissed_at as "dismissedAt", ${nameOf(sql`dismissed_by`)} as "dismissedBy", dismissed_for as "dismissedFor"
    from (select problems.*, row_number() over (partition by kind order by since desc nulls last, key) as place
      from (${every}) problems
      where ${isInView(view)} and ${kind ? sql`kind = ${kind}` : sql`true`}
        and ${key === undefined ? sql`true` : sql`key = ${key}`}) placed
    where place > ${offset} and place <= ${offset + limit}
    order by kind, place`;
}
