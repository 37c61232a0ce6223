import { and, count, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { JourneyAudience } from '../../contract/journey.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { JOURNEY_GROUPS, type JourneyGroup, QUIET_AFTER_MS } from '../../course/journey-groups.ts';
import type { Reader } from '../database/connect.ts';
import { changedProgress, isChanged, isUnchanged, storedProgress } from '../database/progress.ts';
import { classTimeWishes, people, retreatRegistrations, waitingList } from '../database/schema.ts';
import { isAnyOf } from '../database/standing.ts';
import { matchesPerson } from '../platform/search-words.ts';

/** The earliest time at which the person joined a waiting list that they are still on. */
export const inLineSince = sql<Date | null>`(select min(joined_at) from waiting_list
  where person_id = ${people.id} and status in ('waiting', 'offered'))`.mapWith(people.createdAt);

const notOverSince = (now: Date) => new Date(now.getTime() - CLASS_DURATION_MS);

const areActive = sql`${retreatRegistrations.canceledAt} is null`;
/** For lists: looks up each student by index. */
const hasRetreat = sql`exists (select from ${retreatRegistrations}
  where ${retreatRegistrations.personId} = ${people.id} and ${areActive})`;
/** The same for counting everyone: reads all registrations once. */
const isOnRetreat = sql`${people.id} in (select ${retreatRegistrations.personId} from ${retreatRegistrations}
  where ${areActive} and ${retreatRegistrations.personId} is not null)`;

/** The same rules as in course/journey-groups.ts, written in SQL. A test checks that the two agree. */
function groupConditions(now: Date, withRetreat = hasRetreat): Record<JourneyGroup, SQL> {
  const { id, transferStudent, textContinueClicked, lastSignInAt, createdAt } = people;
  const quietSince = new Date(now.getTime() - QUIET_AFTER_MS);
  const isUnderway = sql`has_last_class and not is_finished`;
  const hasWeekly = sql`coalesce(last_weekly_at >= ${notOverSince(now)}, false)`;
  return {
    'never-chose': sql`student_id is null`,
    choosing: sql`not has_last_class`,
    weekly: sql`${isUnderway} and ${hasWeekly}`,
    monthly: sql`${isUnderway} and not ${hasWeekly}`,
    finished: sql`is_finished`,
    'choose-again': sql`needs_new_time`,
    missed: sql`first_open_at < ${notOverSince(now)}`,
    'missed-twice': sql`second_open_at < ${notOverSince(now)}`,
    requests: sql`${id} in (select ${classTimeWishes.personId} from ${classTimeWishes}
      where ${classTimeWishes.answeredAt} is null)`,
    'in-line': sql`${id} in (select ${waitingList.personId} from ${waitingList}
      where ${waitingList.status} in ('waiting', 'offered'))`,
    retreat: sql`has_last_class and not ${transferStudent} and not ${withRetreat}`,
    texts: sql`has_last_class and not ${textContinueClicked}`,
    quiet: sql`is_finished is not true and coalesce(${lastSignInAt}, ${createdAt}) < ${quietSince}`,
    'never-signed-in': sql`${lastSignInAt} is null`,
  };
}

/** Without parameters, because a cached plan uses the partial index `people_students_by_name` only for constants. */
const isStudent = sql`${people.role} = 'student' and ${people.deactivatedAt} is null`;
const isOwnProgress = sql`progress.student_id = ${people.id}`;

/** Counts everyone by the stored rows, then replaces the counts of students whose row is outdated. */
export async function countGroups(database: Reader, now: Date) {
  const conditions = groupConditions(now, isOnRetreat);
  const countIf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
  // Few students are in these groups, and their own query finds them by index.
  const countAlone = (group: 'requests' | 'in-line') =>
    sql<number>`(select count(*)::int from ${people} where ${and(isStudent, conditions[group])})`;
  const groups = {
    ...(Object.fromEntries(
      JOURNEY_GROUPS.map((group) => [group, countIf(conditions[group])]),
    ) as Record<JourneyGroup, SQL<number>>),
    requests: countAlone('requests'),
    'in-line': countAlone('in-line'),
  };
  const countIn = (source: SQL, sign: 1 | -1, which?: SQL) =>
    database
      .select({
        sign: sql<number>`${sql.raw(String(sign))}`,
        students: sql<number>`count(*)::int`,
        neverChoseNorSignedIn: countIf(
          sql`${conditions['never-chose']} and ${conditions['never-signed-in']}`,
        ),
        ...groups,
      })
      .from(people)
      .leftJoin(source, isOwnProgress)
      .where(and(isStudent, which));
  const counted = await unionAll(
    countIn(storedProgress, 1),
    countIn(storedProgress, -1, isChanged),
    countIn(changedProgress, 1, isChanged),
  );
  const sum = (what: 'students' | 'neverChoseNorSignedIn' | JourneyGroup) =>
    counted.reduce((total, row) => total + row.sign * row[what], 0);
  return {
    students: sum('students'),
    neverChoseNorSignedIn: sum('neverChoseNorSignedIn'),
    groups: Object.fromEntries(JOURNEY_GROUPS.map((group) => [group, sum(group)])) as Record<
      JourneyGroup,
      number
    >,
  };
}

const areMembers = ({ group, only, search, ids }: JourneyAudience, now: Date) => {
  const conditions = groupConditions(now);
  return and(
    isStudent,
    conditions[group],
    only && conditions[only],
    matchesPerson(search),
    ids && isAnyOf(people.id, ids),
  );
};

interface Page {
  limit: number;
  offset?: number;
  sort?: 'name' | '-missed';
}

/**
 * Each half is sorted and limited, so that PostgreSQL can read students in the order of `people_students_by_name` and
 * stop when the page is full, instead of finding the whole group first.
 */
export function findMembers(
  database: Reader,
  audience: JourneyAudience,
  now: Date,
  { limit, offset = 0, sort = 'name' }: Page,
) {
  const { id, firstName, lastName, email, textPhone, textConsent } = people;
  const missed = sql<number>`(select count(*) from unnest(open_starts) as start where start < ${notOverSince(now)})`;
  const order = sql.raw(`${sort === 'name' ? '' : 'missed desc, '}last_name, first_name, id`);
  const readFrom = (source: SQL, which: SQL) =>
    database
      .select({
        ...{ id, firstName, lastName, email, textPhone, textConsent },
        missed: missed.as('missed'),
      })
      .from(people)
      .leftJoin(source, isOwnProgress)
      .where(and(areMembers(audience, now), which))
      .orderBy(order)
      .limit(offset + limit);
  return unionAll(readFrom(storedProgress, isUnchanged), readFrom(changedProgress, isChanged))
    .orderBy(order)
    .limit(limit)
    .offset(offset);
}

export async function countMembers(database: Reader, audience: JourneyAudience, now: Date) {
  const countIn = (source: SQL, which: SQL) =>
    database
      .select({ count: count() })
      .from(people)
      .leftJoin(source, isOwnProgress)
      .where(and(areMembers(audience, now), which));
  const counted = await unionAll(
    countIn(storedProgress, isUnchanged),
    countIn(changedProgress, isChanged),
  );
  return counted.reduce((total, { count }) => total + count, 0);
}
