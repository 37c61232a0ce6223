import { setTimeout } from 'node:timers/promises';
import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import { LARGEST_ID } from '../../../contract/fields.ts';
import type { StudentRow } from '../../../contract/people.ts';
import { formatLongDate, formatTime } from '../../../course/format-time.ts';
import type { LinkViewer } from '../../accounts/index.ts';
import { builder, type Database } from '../../database/connect.ts';
import { isSeat } from '../../database/joins.ts';
import { prepare } from '../../database/prepared.ts';
import {
  attendance,
  classes,
  people,
  registrations,
  retreatRegistrations,
} from '../../database/schema.ts';
import { isAnyOf } from '../../database/standing.ts';
import { callsSoFar } from '../../http/overload.ts';
import { DomainError } from '../../platform/errors.ts';
import { describePeople, type Found, personColumns } from './queries.ts';

const studentsPerPage = { quiet: 500, busy: 20 };
/** On a busy node, a page is followed by a pause that is this many times as long. */
const pauseFactor = 4;
/** Chunks are small, so that the memory for one can be freed before the next one is written. */
const studentsAtOnce = 50;
/** Each node reads one page at a time, so that several long lists don't delay everyone else's requests. */
const inTurn = pLimit(1);

/**
 * Yields the newest students first. We finish each page's queries before yielding the page and read only one page
 * ahead, so a slow client doesn't tie up a connection. Students who are added in the meantime may be missing, but no
 * one is listed twice.
 */
export async function* readStudents(database: Database, viewer: LinkViewer) {
  const times: ClassTimes = new Map();
  const readPage = (before: number) =>
    inTurn(() =>
      readWithPause(async (limit) => {
        const found = await findNewest(database, { before, limit });
        return describeStudents(database, viewer, found, times);
      }),
    );
  let next = readPage(LARGEST_ID);
  for (;;) {
    const page = await next;
    const last = page.at(-1);
    if (!last) return;
    next = readPage(last.id);
    // If the client disconnects, no one awaits this promise, and a rejection must not crash the process.
    next.catch(() => {});
    for (let from = 0; from < page.length; from += studentsAtOnce) {
      yield page.slice(from, from + studentsAtOnce);
    }
  }
}

const isStudent = and(eq(people.role, 'student'), isNull(people.deactivatedAt));

const findNewest = prepare(
  builder
    .select(personColumns)
    .from(people)
    .where(and(isStudent, lt(people.id, sql.placeholder('before'))))
    .orderBy(desc(people.id))
    .limit(sql.placeholder('limit')),
);

let isBusy = false;

/** While others are calling, reads less at a time and pauses in between, so that their calls don't wait for the list. */
async function readWithPause<Page>(read: (limit: number) => Promise<Page>): Promise<Page> {
  const [calls, begin] = [callsSoFar(), performance.now()];
  const page = await read(isBusy ? studentsPerPage.busy : studentsPerPage.quiet);
  isBusy = callsSoFar() > calls;
  if (isBusy) await setTimeout(pauseFactor * (performance.now() - begin));
  return page;
}

export async function readStudent(database: Database, viewer: LinkViewer, id: number) {
  const found = await database
    .select(personColumns)
    .from(people)
    .where(and(isStudent, eq(people.id, id)));
  const [student] = await describeStudents(database, viewer, found, new Map());
  if (!student) throw new DomainError('not-found');
  return student;
}

async function describeStudents(
  database: Database,
  viewer: LinkViewer,
  found: Found[],
  times: ClassTimes,
): Promise<StudentRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const [rows, classesOf, retreatsOf] = await Promise.all([
    describePeople(database, viewer, found),
    findClasses(database, ids, times),
    findRetreats(database, ids),
  ]);
  return rows.map((person) => {
    const classDetails = classesOf.get(person.id) ?? [];
    const retreatDetails = retreatsOf.get(person.id) ?? [];
    return {
      ...person,
      classesScheduled: classDetails.filter(({ isSuspended }) => !isSuspended).length,
      classDetails,
      retreatScheduled: retreatDetails.length > 0 ? 'Yes' : 'No',
      retreatDetails,
    };
  });
}

type Held = [
  id: number,
  classNumber: number,
  classId: number,
  status: string | null,
  isSuspended: boolean,
];

/** Selects one JSON value per student, because parsing ten rows per student takes the driver twice as long. */
async function findClasses(database: Database, ids: number[], times: ClassTimes) {
  const { id, studentId, classId, classNumber, endedAt } = registrations;
  const isSuspended = isNotNull(registrations.suspendedBy);
  const held = sql`json_build_array(${id}, ${classNumber}, ${classId}, ${attendance.status}, ${isSuspended})`;
  // This condition is redundant, but without it PostgreSQL reads all students' attendance.
  const theirs = isAnyOf(attendance.personId, ids);
  const ofSeat = and(theirs, isSeat(attendance, studentId, classId));
  const rows = await database
    .select({ studentId, held: sql<Held[]>`json_agg(${held} order by ${classNumber})` })
    .from(registrations)
    .leftJoin(attendance, ofSeat)
    .where(and(isAnyOf(studentId, ids), isNull(endedAt)))
    .groupBy(studentId);
  await addTimes(database, times, new Set(rows.flatMap((row) => row.held.map(([, , of]) => of))));
  return new Map(
    rows.map((row) => [row.studentId, row.held.map((one) => describeClass(one, times))]),
  );
}

async function findRetreats(database: Database, ids: number[]) {
  const { personId, id, title, description, registeredAt, canceledAt } = retreatRegistrations;
  const rows = await database
    .select({ personId, id, title, description })
    .from(retreatRegistrations)
    .where(and(isAnyOf(personId, ids), isNull(canceledAt)))
    .orderBy(asc(registeredAt));
  return Map.groupBy(rows, (row) => row.personId);
}

type ClassDetail = StudentRow['classDetails'][number];
type ClassTimes = Map<number, Pick<ClassDetail, 'startTime' | 'date' | 'time'>>;

function describeClass(held: Held, times: ClassTimes): ClassDetail {
  const [id, classNumber, classId, status, isSuspended] = held;
  const when = times.get(classId);
  if (!when) throw new Error(`class ${classId} was not found`);
  return { id, classNumber, ...when, attendance: status ? { status } : null, isSuspended };
}

/** Formats each class's time only once, no matter how many students have the class. */
async function addTimes(database: Database, times: ClassTimes, classIds: Set<number>) {
  const missing = [...classIds].filter((id) => !times.has(id));
  if (missing.length === 0) return;
  const found = await database
    .select({ id: classes.id, startsAt: classes.startsAt })
    .from(classes)
    .where(isAnyOf(classes.id, missing));
  for (const { id, startsAt } of found) {
    const startTime = startsAt.toISOString();
    times.set(id, { startTime, date: formatLongDate(startsAt), time: formatTime(startsAt) });
  }
}
