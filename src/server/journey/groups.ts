import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { JourneyAudience } from '../../contract/journey.ts';
import {
  CLASS_DURATION_MS,
  LAST_CLASS_NUMBER,
  LAST_WEEKLY_CLASS_NUMBER,
} from '../../course/course.ts';
import { JOURNEY_GROUPS, type JourneyGroup, QUIET_AFTER_MS } from '../../course/journey-groups.ts';
import type { Reader } from '../database/connect.ts';
import {
  attendance,
  classes,
  classTimeWishes,
  people,
  registrations,
  retreatRegistrations,
} from '../database/schema.ts';
import { isAnyOf } from '../database/standing.ts';
import { matchesPerson } from '../platform/search-words.ts';

/**
 * Summarizes each student's active registrations. Students without any have no row. `last_weekly_at` is when the last
 * weekly class without attendance starts, or infinity while a weekly class needs a new time.
 */
const progress = (now: Date) => sql`(
  select r.student_id,
    bool_or(r.class_number = ${LAST_CLASS_NUMBER}) as has_last_class,
    bool_or(r.class_number = ${LAST_CLASS_NUMBER} and a.status is not distinct from 'Present') as is_finished,
    bool_or(waits) as needs_new_time,
    max(case when waits then 'infinity' when a.status is null then c.starts_at end)
      filter (where r.class_number <= ${LAST_WEEKLY_CLASS_NUMBER}) as last_weekly_at,
    count(*) filter (where not waits and a.status is null and c.starts_at < ${notOverSince(now)}) as missed
  from ${registrations} r
  join ${classes} c on c.id = r.class_id
  left join ${attendance} a on a.person_id = r.student_id and a.class_id = r.class_id
  cross join lateral (select r.suspended_by is not null or (c.was_held is false and a.status is null) as waits) place
  where r.ended_at is null
  group by r.student_id) as progress`;

/** The earliest time at which the person joined a waiting list that they are still on. */
export const inLineSince = sql<Date | null>`(select min(joined_at) from waiting_list
  where person_id = ${people.id} and status in ('waiting', 'offered'))`.mapWith(people.createdAt);

const notOverSince = (now: Date) => new Date(now.getTime() - CLASS_DURATION_MS);

/** The same rules as in course/journey-groups.ts, written in SQL. A test checks that the two agree. */
function groupConditions(now: Date): Record<JourneyGroup, SQL> {
  const { id, transferStudent, textContinueClicked, lastSignInAt, createdAt } = people;
  const quietSince = new Date(now.getTime() - QUIET_AFTER_MS);
  const hasRetreat = sql`${id} in (select ${retreatRegistrations.personId} from ${retreatRegistrations}
    where ${retreatRegistrations.canceledAt} is null and ${retreatRegistrations.personId} is not null)`;
  const isUnderway = sql`has_last_class and not is_finished`;
  const hasWeekly = sql`coalesce(last_weekly_at >= ${notOverSince(now)}, false)`;
  return {
    'never-chose': sql`student_id is null`,
    choosing: sql`not has_last_class`,
    weekly: sql`${isUnderway} and ${hasWeekly}`,
    monthly: sql`${isUnderway} and not ${hasWeekly}`,
    finished: sql`is_finished`,
    'choose-again': sql`needs_new_time`,
    missed: sql`missed > 0`,
    'missed-twice': sql`missed > 1`,
    requests: sql`${id} in (select ${classTimeWishes.personId} from ${classTimeWishes}
      where ${classTimeWishes.answeredAt} is null)`,
    'in-line': sql`${inLineSince} is not null`,
    retreat: sql`has_last_class and not ${transferStudent} and not ${hasRetreat}`,
    texts: sql`has_last_class and not ${textContinueClicked}`,
    quiet: sql`is_finished is not true and coalesce(${lastSignInAt}, ${createdAt}) < ${quietSince}`,
    'never-signed-in': sql`${lastSignInAt} is null`,
  };
}

const isStudent = and(eq(people.role, 'student'), isNull(people.deactivatedAt));
const isOwnProgress = sql`progress.student_id = ${people.id}`;
const byName = [asc(people.lastName), asc(people.firstName), asc(people.id)];

export async function countGroups(database: Reader, now: Date) {
  const conditions = groupConditions(now);
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
  const groups = Object.fromEntries(
    JOURNEY_GROUPS.map((group) => [group, count(conditions[group])]),
  ) as Record<JourneyGroup, SQL<number>>;
  const [counted] = await database
    .select({
      students: sql<number>`count(*)::int`,
      neverChoseNorSignedIn: count(
        sql`${conditions['never-chose']} and ${conditions['never-signed-in']}`,
      ),
      groups,
    })
    .from(people)
    .leftJoin(progress(now), isOwnProgress)
    .where(isStudent);
  if (!counted) throw new Error('the count returned no row');
  return counted;
}

const memberColumns = {
  id: people.id,
  firstName: people.firstName,
  lastName: people.lastName,
  email: people.email,
  textPhone: people.textPhone,
  textConsent: people.textConsent,
};

function isMember({ group, only, search, ids }: JourneyAudience, now: Date): SQL | undefined {
  const conditions = groupConditions(now);
  return and(
    isStudent,
    conditions[group],
    only && conditions[only],
    matchesPerson(search),
    ids && isAnyOf(people.id, ids),
  );
}

export function findMembers(
  database: Reader,
  audience: JourneyAudience,
  now: Date,
  { limit }: { limit: number },
) {
  return database
    .select(memberColumns)
    .from(people)
    .leftJoin(progress(now), isOwnProgress)
    .where(isMember(audience, now))
    .orderBy(...byName)
    .limit(limit);
}

/** Returns a page and the total in one query, because finding the group is the slow part. */
export async function findPage(
  database: Reader,
  audience: JourneyAudience,
  now: Date,
  { limit, page, sort }: { limit: number; page: number; sort: 'name' | '-missed' },
) {
  const found = await database
    .select({ id: people.id, total: sql<number>`count(*) over ()::int` })
    .from(people)
    .leftJoin(progress(now), isOwnProgress)
    .where(isMember(audience, now))
    .orderBy(...(sort === 'name' ? [] : [sql`missed desc nulls last`]), ...byName)
    .limit(limit)
    .offset((page - 1) * limit);
  return { ids: found.map(({ id }) => id), total: found[0]?.total ?? 0 };
}
