import { and, isNull, sql } from 'drizzle-orm';
import type { JourneyList, JourneyPerson } from '../../contract/journey.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import { type JourneyGroup, nextClassOf, sinceWhen } from '../../course/journey-groups.ts';
import type { Database } from '../database/connect.ts';
import { people, registrations, retreatRegistrations } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import { selectRegistrations } from '../schedule/index.ts';
import { countGroups, findPage } from './groups.ts';

type Deps = Pick<Services, 'database' | 'clock'>;

export function readJourney({ database, clock }: Deps) {
  return countGroups(database, clock.now());
}

/** One page of a group; a page beyond the last one is the last. */
export async function listJourneyPeople(
  { database, clock }: Deps,
  { page, ...list }: JourneyList & { page: number },
) {
  const now = clock.now();
  const limit = PAGE_SIZES.journey;
  const read = (wanted: number) => findPage(database, list, now, { limit, page: wanted });
  const lastOf = (total: number) => Math.max(1, Math.ceil(total / limit));
  let shown = page;
  let { ids, total } = await read(page);
  if (ids.length === 0 && page > 1) {
    // Nobody is there who could say how many there are.
    shown = lastOf((await read(1)).total);
    ({ ids, total } = await read(shown));
  }
  return {
    people: await describePeople(database, ids, list.group, now),
    pagination: { page: shown, totalPages: lastOf(total), total },
  };
}

/** In the order of the ids. */
export async function describePeople(
  database: Database,
  ids: number[],
  group: JourneyGroup,
  now: Date,
): Promise<JourneyPerson[]> {
  const students = await readStudents(database, ids);
  return ids.flatMap((id) => {
    const student = students.get(id);
    if (!student) return [];
    const { firstName, lastName, email, textPhone: phone, lastSignInAt } = student;
    const next = nextClassOf(student, now);
    return {
      ...{ id, firstName, lastName, email, phone },
      since: sinceWhen(group, student, now)?.toISOString() ?? null,
      nextClass: next && {
        classNumber: next.classNumber,
        startTime: next.startsAt.toISOString(),
      },
      lastSignInAt: lastSignInAt?.toISOString() ?? null,
    };
  });
}

/** What the rules decide upon. */
export async function readStudents(database: Database, ids: number[]) {
  const isOne = (column: typeof people.id | typeof registrations.studentId) =>
    sql`${column} = any(${sql.param(ids)}::int[])`;
  const [found, held, retreats] = await Promise.all([
    database.select().from(people).where(isOne(people.id)),
    selectRegistrations(
      database,
      and(isOne(registrations.studentId), isNull(registrations.endedAt)),
    ),
    database
      .select({ personId: retreatRegistrations.personId })
      .from(retreatRegistrations)
      .where(
        and(
          sql`${retreatRegistrations.personId} = any(${sql.param(ids)}::int[])`,
          isNull(retreatRegistrations.cancelledAt),
        ),
      ),
  ]);
  const classesOf = Map.groupBy(
    held.map((one) => ({ ...one, cancelledAt: one.suspension?.at ?? null })),
    (one) => one.studentId,
  );
  const withRetreat = new Set(retreats.map(({ personId }) => personId));
  return new Map(
    found.map((person) => [
      person.id,
      {
        ...person,
        hasRetreat: withRetreat.has(person.id),
        classes: classesOf.get(person.id) ?? [],
      },
    ]),
  );
}
