import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { isNotifiedAtOnce, undoEnd } from '../../../course/canceling.ts';
import { UNDO_CANCELLATION_MS } from '../../../course/course.ts';
import { fullName } from '../../../course/full-name.ts';
import type { Database, Reader } from '../../database/connect.ts';
import {
  alumniJoins,
  classCancellations,
  classes,
  people,
  registrations,
} from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import { DomainError } from '../../platform/errors.ts';

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
) {
  const found = await selectClasses(database, which);
  const ids = found.map(({ id }) => id);
  const [first] = found;
  const instructors = new Set(found.map(({ instructorId }) => instructorId));
  const others = await listOthers(database, ids);
  const otherIds = others.map(({ personId }) => personId).filter((id) => id !== actorId);
  const rows = await database
    .select()
    .from(people)
    .where(and(inArray(people.id, otherIds), isNull(people.deactivatedAt)))
    .orderBy(people.lastName, people.firstName, people.id);
  return {
    classes: found.map(toAffectedClass),
    people: [
      ...(await findStudentRecipients(database, ids)),
      ...rows.map((person) => ({
        id: person.id,
        name: fullName(person),
        role: instructors.has(person.id) ? ('instructor' as const) : ('alumni' as const),
        byText: false,
        classNumbers: [],
      })),
    ],
    isNotifiedAtOnce: first !== undefined && isNotifiedAtOnce(now, first.startsAt),
  };
}

function selectClasses(reader: Reader, which: SQL | undefined) {
  return reader.select().from(classes).where(which).orderBy(asc(classes.startsAt), asc(classes.id));
}

function toAffectedClass({ id, startsAt }: typeof classes.$inferSelect) {
  return { id, startTime: startsAt };
}

export async function findStudentRecipients(database: Reader, classIds: number[]) {
  const { studentId, classId, classNumber } = registrations;
  const rows = await database
    .select({
      person: people,
      classNumbers: sql<number[]>`array_agg(${classNumber} order by ${classNumber})`,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, studentId))
    .where(and(inArray(classId, classIds), hasPlace, isNull(people.deactivatedAt)))
    .groupBy(people.id)
    .orderBy(people.lastName, people.firstName, people.id);
  return rows.map(({ person, classNumbers }) => ({
    id: person.id,
    name: fullName(person),
    role: 'student' as const,
    byText: person.textConsent && person.textPhone !== null,
    classNumbers,
  }));
}

export async function listOpenCancellations(database: Database, now: Date) {
  const since = new Date(now.getTime() - UNDO_CANCELLATION_MS);
  const { canceledAt, undoneAt } = classCancellations;
  return selectCancellations(database, and(gt(canceledAt, since), isNull(undoneAt)));
}

export async function readCancellation(database: Database, id: number) {
  const [found] = await selectCancellations(database, eq(classCancellations.id, id));
  if (!found) throw new DomainError('not-found');
  return found;
}

async function selectCancellations(database: Database, which: SQL | undefined) {
  const suspended = sql<number>`(select count(distinct ${registrations.studentId})::int from ${registrations}
    where ${registrations.suspendedBy} = ${classCancellations.id} and ${registrations.endedAt} is null)`;
  const rows = await database
    .select({ cancellation: classCancellations, person: people, suspended })
    .from(classCancellations)
    .innerJoin(people, eq(people.id, classCancellations.canceledBy))
    .where(which)
    .orderBy(desc(classCancellations.id));
  const ids = rows.map(({ cancellation }) => cancellation.id);
  const canceled = await selectClasses(database, inArray(classes.cancellationId, ids));
  return rows
    .map(({ cancellation, person, suspended }) => ({
      id: cancellation.id,
      reason: cancellation.reason,
      canceledBy: fullName(person),
      undoUntil: cancellation.undoneAt ?? undoEnd(cancellation.canceledAt),
      isAnnounced: cancellation.announcedAt !== null,
      suspended,
      classes: canceled
        .filter(({ cancellationId }) => cancellationId === cancellation.id)
        .map(toAffectedClass),
    }))
    .filter(({ classes: its }) => its.length > 0);
}
