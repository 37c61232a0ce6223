import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { JourneyAudience } from '../../contract/journey-board.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { JOURNEY_GROUPS, type JourneyGroup, QUIET_AFTER_MS } from '../../course/journey-groups.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { people, retreatRegistrations, studentProgress } from '../database/schema.ts';
import { matchesWords } from '../platform/search-words.ts';

type Reader = Pick<Database | Transaction, 'select'>;

/**
 * The rules of course/journey-groups.ts in SQL, of a student and what their registrations come to. A test holds both
 * against each other. That there is nothing left to choose is the same as that class 10 is chosen.
 */
function groupConditions(now: Date): Record<JourneyGroup, SQL> {
  const { studentId, hasLastClass, isFinished, isWaiting, lastWeeklyAt, firstUnattendedAt } =
    studentProgress;
  const { id, transferStudent, textContinueClicked, lastSignInAt, createdAt } = people;
  const notOverSince = new Date(now.getTime() - CLASS_DURATION_MS);
  const quietSince = new Date(now.getTime() - QUIET_AFTER_MS);
  const hasRetreat = sql`${id} in (select ${retreatRegistrations.personId} from ${retreatRegistrations}
    where ${retreatRegistrations.cancelledAt} is null and ${retreatRegistrations.personId} is not null)`;
  const isUnderway = sql`${hasLastClass} and not ${isFinished}`;
  const hasWeekly = sql`coalesce(${lastWeeklyAt} >= ${notOverSince}, false)`;
  return {
    'never-chose': sql`${studentId} is null`,
    choosing: sql`not ${hasLastClass}`,
    weekly: sql`${isUnderway} and ${hasWeekly}`,
    monthly: sql`${isUnderway} and not ${hasWeekly}`,
    finished: sql`${isFinished}`,
    'choose-again': sql`${isWaiting}`,
    missed: sql`${firstUnattendedAt} < ${notOverSince}`,
    retreat: sql`${hasLastClass} and not ${transferStudent} and not ${hasRetreat}`,
    texts: sql`${hasLastClass} and not ${textContinueClicked}`,
    quiet: sql`${isFinished} is not true and coalesce(${lastSignInAt}, ${createdAt}) < ${quietSince}`,
    'never-signed-in': sql`${lastSignInAt} is null`,
  };
}

/** Whoever may no longer sign in is in no group. */
const isStudent = and(eq(people.role, 'student'), isNull(people.deactivatedAt));
const isTheirs = eq(studentProgress.studentId, people.id);
const byName = [asc(people.lastName), asc(people.firstName), asc(people.id)];

export async function countGroups(database: Reader, now: Date) {
  const conditions = groupConditions(now);
  const count = (which: SQL) => sql<number>`count(*) filter (where ${which})::int`;
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
    .leftJoin(studentProgress, isTheirs)
    .where(isStudent);
  if (!counted) throw new Error('a count has a row');
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
    matchesWords([people.firstName, people.lastName, people.email, people.textPhone], search),
    ids && sql`${people.id} = any(${sql.param(ids)}::int[])`,
  );
}

/** By name, as many as the limit says. */
export function findMembers(
  database: Reader,
  audience: JourneyAudience,
  now: Date,
  { limit }: { limit: number },
) {
  return database
    .select(memberColumns)
    .from(people)
    .leftJoin(studentProgress, isTheirs)
    .where(isMember(audience, now))
    .orderBy(...byName)
    .limit(limit);
}

/** One page by name, and how many there are of all: by one statement, because who is in a group is what takes long. */
export async function findPage(
  database: Reader,
  audience: JourneyAudience,
  now: Date,
  { limit, page }: { limit: number; page: number },
) {
  const found = await database
    .select({ id: people.id, total: sql<number>`count(*) over ()::int` })
    .from(people)
    .leftJoin(studentProgress, isTheirs)
    .where(isMember(audience, now))
    .orderBy(...byName)
    .limit(limit)
    .offset((page - 1) * limit);
  return { ids: found.map(({ id }) => id), total: found[0]?.total ?? 0 };
}
