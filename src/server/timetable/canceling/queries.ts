import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type {
  Cancellation,
  CancellationPreview,
  ToldPerson,
} from '../../../contract/cancellations.ts';
import { isToldAtOnce, undoEnd } from '../../../course/cancelling.ts';
import { UNDO_CANCELLATION_MS } from '../../../course/course.ts';
import type { Database, Transaction } from '../../database/connect.ts';
import {
  alumniJoins,
  classCancellations,
  classes,
  people,
  registrations,
} from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import { DomainError } from '../../platform/errors.ts';

type Reader = Database | Transaction;

/** Who is to be told of these classes without being registered: alumni who pressed Join, and the instructors. */
export function listOthers(reader: Reader, classIds: number[]) {
  return reader
    .select({ personId: people.id, classId: classes.id })
    .from(classes)
    .innerJoin(people, eq(people.id, classes.instructorId))
    .where(inArray(classes.id, classIds))
    .union(
      reader
        .select({ personId: alumniJoins.personId, classId: alumniJoins.classId })
        .from(alumniJoins)
        .where(inArray(alumniJoins.classId, classIds)),
    );
}

/** What cancelling these classes would mean, for whoever is about to do it. */
export async function previewCancellation(
  database: Database,
  which: SQL | undefined,
  { actorId, now }: { actorId: number; now: Date },
): Promise<CancellationPreview> {
  const found = await selectClasses(database, which);
  const ids = found.map(({ id }) => id);
  const [first] = found;
  const told = [
    ...(await findToldStudents(database, ids)),
    ...(await findOthers(database, ids, actorId)),
  ];
  return {
    classes: found.map(describeClass),
    people: told,
    isToldAtOnce: first !== undefined && isToldAtOnce(now, first.startsAt),
  };
}

function selectClasses(reader: Reader, which: SQL | undefined) {
  return reader
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      instructorFirstName: people.firstName,
      cancellationId: classes.cancellationId,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(which)
    .orderBy(asc(classes.startsAt), asc(classes.id));
}

type Found = Awaited<ReturnType<typeof selectClasses>>[number];

function describeClass({ id, startsAt, instructorFirstName }: Found) {
  return { id, startTime: startsAt.toISOString(), instructorFirstName };
}

/** Those with a place in these classes, by name. */
export async function findToldStudents(
  database: Reader,
  classIds: number[],
): Promise<ToldPerson[]> {
  const rows = await database
    .select({ person: people, classNumber: registrations.classNumber, startsAt: classes.startsAt })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(and(inArray(classes.id, classIds), hasPlace, isNull(people.deactivatedAt)))
    .orderBy(people.lastName, people.firstName, people.id, classes.startsAt);
  return [...Map.groupBy(rows, ({ person }) => person.id).values()].flatMap((theirs) =>
    theirs.slice(0, 1).map(({ person }) => ({
      ...describePerson(person),
      role: 'student' as const,
      byText: person.textConsent && person.textPhone !== null,
      classes: theirs.map(({ classNumber, startsAt }) => ({
        classNumber,
        startTime: startsAt.toISOString(),
      })),
    })),
  );
}

/** Whoever cancels knows of it. */
async function findOthers(
  database: Database,
  classIds: number[],
  actorId: number,
): Promise<ToldPerson[]> {
  const others = (await listOthers(database, classIds)).filter(
    ({ personId }) => personId !== actorId,
  );
  const byPerson = Map.groupBy(others, ({ personId }) => personId);
  const found = await selectClasses(database, inArray(classes.id, classIds));
  const taught = new Set(await listInstructors(database, classIds));
  const rows = await database
    .select()
    .from(people)
    .where(and(inArray(people.id, [...byPerson.keys()]), isNull(people.deactivatedAt)))
    .orderBy(people.lastName, people.firstName, people.id);
  return rows.map((person) => {
    const theirs = new Set(byPerson.get(person.id)?.map(({ classId }) => classId));
    return {
      ...describePerson(person),
      role: taught.has(person.id) ? ('instructor' as const) : ('alumni' as const),
      byText: false,
      classes: found
        .filter(({ id }) => theirs.has(id))
        .map(({ startsAt }) => ({ classNumber: null, startTime: startsAt.toISOString() })),
    };
  });
}

async function listInstructors(database: Database, classIds: number[]) {
  const rows = await database
    .selectDistinct({ id: classes.instructorId })
    .from(classes)
    .where(inArray(classes.id, classIds));
  return rows.map(({ id }) => id);
}

function describePerson({ id, firstName, lastName }: typeof people.$inferSelect) {
  return { id, name: `${firstName} ${lastName}` };
}

/** Those that can still be undone, newest first. */
export async function listOpenCancellations(
  database: Database,
  now: Date,
): Promise<Cancellation[]> {
  const since = new Date(now.getTime() - UNDO_CANCELLATION_MS);
  const { cancelledAt, undoneAt } = classCancellations;
  return selectCancellations(database, and(gt(cancelledAt, since), isNull(undoneAt)));
}

export async function readCancellation(database: Database, id: number): Promise<Cancellation> {
  const [found] = await selectCancellations(database, eq(classCancellations.id, id));
  if (!found) throw new DomainError('not-found');
  return found;
}

async function selectCancellations(database: Database, which: SQL | undefined) {
  const waiting = sql<number>`(select count(distinct ${registrations.studentId})::int from ${registrations}
    where ${registrations.suspendedBy} = ${classCancellations.id} and ${registrations.endedAt} is null)`;
  const rows = await database
    .select({ cancellation: classCancellations, person: people, waiting })
    .from(classCancellations)
    .innerJoin(people, eq(people.id, classCancellations.cancelledBy))
    .where(which)
    .orderBy(desc(classCancellations.id));
  const ids = rows.map(({ cancellation }) => cancellation.id);
  const cancelled = await selectClasses(database, inArray(classes.cancellationId, ids));
  return rows
    .map(({ cancellation, person, waiting }) => ({
      id: cancellation.id,
      reason: cancellation.reason,
      cancelledBy: `${person.firstName} ${person.lastName}`,
      undoUntil: (cancellation.undoneAt ?? undoEnd(cancellation.cancelledAt)).toISOString(),
      isAnnounced: cancellation.announcedAt !== null,
      waiting,
      classes: cancelled
        .filter(({ cancellationId }) => cancellationId === cancellation.id)
        .map(describeClass),
    }))
    .filter(({ classes: its }) => its.length > 0);
}
