import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type {
  Cancellation,
  CancellationPreview,
  ToldPerson,
} from '../../../contract/cancellations.ts';
import { isToldAtOnce, undoEnd } from '../../../course/canceling.ts';
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

/** Finds the other people to notify of changes to these classes: instructors, and anyone who clicked Join. */
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

export async function previewCancellation(
  database: Database,
  which: SQL | undefined,
  actorId: number,
  now: Date,
): Promise<CancellationPreview> {
  const found = await selectClasses(database, which);
  const ids = found.map(({ id }) => id);
  const [first] = found;
  return {
    classes: found.map(toAffectedClass),
    people: [
      ...(await findStudentRecipients(database, ids)),
      ...(await findOtherRecipients(database, found, actorId)),
    ],
    isToldAtOnce: first !== undefined && isToldAtOnce(now, first.startsAt),
  };
}

function selectClasses(reader: Reader, which: SQL | undefined) {
  return reader
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      instructorId: classes.instructorId,
      instructorFirstName: people.firstName,
      cancellationId: classes.cancellationId,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(which)
    .orderBy(asc(classes.startsAt), asc(classes.id));
}

type Found = Awaited<ReturnType<typeof selectClasses>>[number];

function toAffectedClass({ id, startsAt, instructorFirstName }: Found) {
  return { id, startTime: startsAt.toISOString(), instructorFirstName };
}

/** Finds the students registered for these classes, ordered by name. */
export async function findStudentRecipients(
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
      id: person.id,
      name: `${person.firstName} ${person.lastName}`,
      role: 'student' as const,
      byText: person.textConsent && person.textPhone !== null,
      classes: theirs.map(({ classNumber, startsAt }) => ({
        classNumber,
        startTime: startsAt.toISOString(),
      })),
    })),
  );
}

/** Leaves out the editor who is canceling the classes. */
async function findOtherRecipients(
  database: Database,
  found: Found[],
  actorId: number,
): Promise<ToldPerson[]> {
  const ids = found.map(({ id }) => id);
  const others = await listOthers(database, ids);
  const byPerson = Map.groupBy(others, ({ personId }) => personId);
  byPerson.delete(actorId);
  const rows = await database
    .select()
    .from(people)
    .where(and(inArray(people.id, [...byPerson.keys()]), isNull(people.deactivatedAt)))
    .orderBy(people.lastName, people.firstName, people.id);
  return rows.map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`,
    role: found.some(({ instructorId }) => instructorId === id) ? 'instructor' : 'alumni',
    byText: false,
    classes: found
      .filter((one) => byPerson.get(id)?.some(({ classId }) => classId === one.id))
      .map(({ startsAt }) => ({ classNumber: null, startTime: startsAt.toISOString() })),
  }));
}

/** Finds cancellations that can still be undone, newest first. */
export async function listOpenCancellations(
  database: Database,
  now: Date,
): Promise<Cancellation[]> {
  const since = new Date(now.getTime() - UNDO_CANCELLATION_MS);
  const { canceledAt, undoneAt } = classCancellations;
  return selectCancellations(database, and(gt(canceledAt, since), isNull(undoneAt)));
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
    .innerJoin(people, eq(people.id, classCancellations.canceledBy))
    .where(which)
    .orderBy(desc(classCancellations.id));
  const ids = rows.map(({ cancellation }) => cancellation.id);
  const canceled = await selectClasses(database, inArray(classes.cancellationId, ids));
  return rows
    .map(({ cancellation, person, waiting }) => ({
      id: cancellation.id,
      reason: cancellation.reason,
      canceledBy: `${person.firstName} ${person.lastName}`,
      undoUntil: (cancellation.undoneAt ?? undoEnd(cancellation.canceledAt)).toISOString(),
      isAnnounced: cancellation.announcedAt !== null,
      waiting,
      classes: canceled
        .filter(({ cancellationId }) => cancellationId === cancellation.id)
        .map(toAffectedClass),
    }))
    .filter(({ classes: its }) => its.length > 0);
}
