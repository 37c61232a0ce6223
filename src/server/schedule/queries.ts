import { and, eq, gte, isNotNull, isNull, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { ClassType } from '../../course/course.ts';
import { builder, type Database, type Reader, type Transaction } from '../database/connect.ts';
import { gather } from '../database/gather.ts';
import { instructors, isSeat } from '../database/joins.ts';
import { prepare, prepareByValue } from '../database/prepared.ts';
import {
  attendance,
  classCancellations,
  classes,
  meetingRegistrants,
  registrations,
} from '../database/schema.ts';
import { wasInRoom } from '../database/seen-in-room.ts';
import { isStanding, placesLeft } from '../database/standing.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';

type Selector = Pick<Transaction, 'select'>;

export type HeldClass = Awaited<ReturnType<typeof selectHeldClasses>>[number];

export function selectRegistrations(selector: Selector, which: SQL | undefined) {
  return selector
    .select({
      id: registrations.id,
      studentId: registrations.studentId,
      classId: registrations.classId,
      classNumber: registrations.classNumber,
      isRescheduled: registrations.isRescheduled,
      /** Incremented when the registration is moved, canceled or restored, so callers can detect stale data. */
      version: registrations.calendarSequence,
      chosenAt: registrations.createdAt,
      isSuspended: isNotNull(registrations.suspendedBy).mapWith(Boolean),
      startsAt: classes.startsAt,
      week: classes.pacificWeek,
      wasHeld: classes.wasHeld,
      isDeleted: isNotNull(classes.deletedAt).mapWith(Boolean),
      classCancellationId: classes.cancellationId,
      attendance: { status: attendance.status },
      /** `registrationId` is set if staff canceled only this student's place, not the whole class. */
      suspension: {
        id: classCancellations.id,
        at: classCancellations.canceledAt,
        registrationId: classCancellations.registrationId,
      },
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(attendance, isSeat(attendance, registrations.studentId, classes.id))
    .leftJoin(classCancellations, eq(classCancellations.id, registrations.suspendedBy))
    .where(which)
    .orderBy(registrations.classNumber);
}

const isHeldBy = (studentId: Placeholder | SQL<number>) =>
  and(eq(registrations.studentId, studentId), isNull(registrations.endedAt));

const heldClasses = prepare(selectRegistrations(builder, isHeldBy(sql.placeholder('studentId'))));

export const selectHeldClasses = (reader: Reader, studentId: number) =>
  heldClasses(reader, { studentId });

/**
 * We assume that no one schedules classes more than two years ahead. Without this limit, a class with a mistyped year
 * would slow down every list.
 */
const maxAheadMs = 2 * 366 * DAY_MS;
export const endOfSearch = (from: Date) => new Date(from.getTime() + maxAheadMs);

interface AskedAhead {
  classType: ClassType;
  from: Date;
  until: Date;
}

interface Ahead {
  classType?: ClassType | Placeholder;
  from: Date | Placeholder;
  until: Date | Placeholder;
}

export function selectClassesAhead(selector: Selector, { classType, from, until }: Ahead) {
  return selector
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      classType: classes.classType,
      instructorFirstName: instructors.firstName,
      places: sql<number | null>`coalesce(${classes.places}, ${classes.defaultPlaces})`,
      placesLeft,
    })
    .from(classes)
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(
      and(
        isStanding,
        classType && eq(classes.classType, classType),
        gte(classes.startsAt, from),
        lt(classes.startsAt, until),
      ),
    )
    .orderBy(classes.startsAt, classes.id);
}

function selectEntries(condition: SQL | undefined) {
  return builder
    .select({
      id: registrations.id,
      classNumber: registrations.classNumber,
      classId: registrations.classId,
      isRescheduled: registrations.isRescheduled,
      wasInRoom: wasInRoom({
        personId: registrations.studentId,
        classId: registrations.classId,
        startsAt: classes.startsAt,
      }),
      wasHeld: sql<
        boolean | null
      >`case when ${classes.attendanceProblem} is null then ${classes.wasHeld} end`,
      studentZoomJoinUrl: meetingRegistrants.joinUrl,
      class: {
        startsAt: classes.startsAt,
        zoomJoinUrl: classes.zoomJoinUrl,
        instructorFirstName: instructors.firstName,
      },
      cancellation: {
        reason: classCancellations.reason,
        isOfPlace: isNotNull(classCancellations.registrationId).mapWith(Boolean),
      },
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .leftJoin(classCancellations, eq(classCancellations.id, registrations.suspendedBy))
    .leftJoin(
      meetingRegistrants,
      isSeat(meetingRegistrants, registrations.studentId, registrations.classId),
    )
    .where(and(condition, isNull(registrations.endedAt)))
    .orderBy(registrations.classNumber);
}

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

function toEntry({ class: { startsAt, ...details }, ...entry }: EntryRow): ScheduleEntry {
  const courseClass = { ...details, startTime: startsAt.toISOString() };
  if (!entry.cancellation) return { ...entry, class: courseClass };
  // While a cancellation can still be undone, Zoom keeps the meeting and its links still work, so we hide them.
  return { ...entry, studentZoomJoinUrl: null, class: { ...courseClass, zoomJoinUrl: null } };
}

const entryById = prepare(selectEntries(eq(registrations.id, sql.placeholder('id'))));

export async function readEntry(reader: Reader, id: number): Promise<ScheduleEntry> {
  const [entry] = await entryById(reader, { id });
  if (!entry) throw new Error(`registration ${id} was not found`);
  return toEntry(entry);
}

const entriesByNumber = prepare(
  selectEntries(
    sql`${registrations.studentId} = ${sql.placeholder('studentId')}
      and ${registrations.classNumber} = any(${sql.placeholder('classNumbers')})`,
  ),
);

/** Reads those of the student's registrations that have these class numbers. */
export async function readEntries(reader: Reader, studentId: number, classNumbers: number[]) {
  if (classNumbers.length === 0) return [];
  return (await entriesByNumber(reader, { studentId, classNumbers })).map(toEntry);
}

export type SchedulingQueries = ReturnType<typeof openScheduling>;
export type OpenClass = Awaited<ReturnType<SchedulingQueries['classesAhead']>>[number];

const ahead = prepare(
  selectClassesAhead(builder, {
    classType: sql.placeholder('classType'),
    from: sql.placeholder('from'),
    until: sql.placeholder('until'),
  }),
);

export function openScheduling(database: Database) {
  const { studentId } = registrations;
  const entries = prepareByValue(database, studentId, (id: SQL<number>) =>
    selectEntries(eq(studentId, id)),
  );
  // Students who choose at the same time mostly look at the same weeks.
  const shareAhead = gather(
    async (asked: AskedAhead[]) => {
      const found = await ahead(database, { ...asked[0] });
      return asked.map(() => found);
    },
    {
      groupOf: ({ classType, from, until }) => `${classType} ${from.getTime()} ${until.getTime()}`,
    },
  );

  return {
    heldClasses: prepareByValue(database, studentId, (id: SQL<number>) =>
      selectRegistrations(builder, isHeldBy(id)),
    ),
    schedule: async (studentId: number) => (await entries(studentId)).map(toEntry),
    /** Starts with the minute that `after` is in, so classes may have started already. */
    classesAhead(classType: ClassType, after: Date, until?: Date) {
      const from = new Date(after.getTime() - (after.getTime() % MINUTE_MS));
      return shareAhead({ classType, from, until: until ?? endOfSearch(from) });
    },
  };
}
