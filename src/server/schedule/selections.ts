import {
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { ClassType } from '../../course/course.ts';
import type { Transaction } from '../database/connect.ts';
import {
  attendance,
  classCancellations,
  classes,
  meetingRegistrants,
  people,
  registrations,
} from '../database/schema.ts';
import { wasInRoom } from '../database/seen-in-room.ts';
import { isStanding } from '../database/standing.ts';
import { DAY_MS } from '../platform/clock.ts';

/** Selections that commands run in their transaction and `queries.ts` prepares. */
type Reader = Pick<Transaction, 'select'>;

const instructors = alias(people, 'instructors');

export type HeldClass = Awaited<ReturnType<typeof selectHeldClasses>>[number];

/** A student's active registrations. */
export function selectHeldClasses(reader: Reader, studentId: number | Placeholder) {
  return selectRegistrations(
    reader,
    and(eq(registrations.studentId, studentId), isNull(registrations.endedAt)),
  );
}

/** Registrations with their class and the student's attendance: what the rules decide upon. */
export function selectRegistrations(reader: Reader, which: SQL | undefined) {
  return reader
    .select({
      id: registrations.id,
      studentId: registrations.studentId,
      classId: registrations.classId,
      classNumber: registrations.classNumber,
      isRescheduled: registrations.isRescheduled,
      /** Rises with every change of its time, so it tells whether somebody has seen the newest. */
      version: registrations.calendarSequence,
      chosenAt: registrations.createdAt,
      isWaiting: isNotNull(registrations.suspendedBy).mapWith(Boolean),
      startsAt: classes.startsAt,
      week: classes.pacificWeek,
      wasHeld: classes.wasHeld,
      isDeleted: isNotNull(classes.deletedAt).mapWith(Boolean),
      classCancellationId: classes.cancellationId,
      attendance: { status: attendance.status },
      /** Why it waits: its class was cancelled, or only its place, which then names the registration. */
      suspension: {
        id: classCancellations.id,
        at: classCancellations.cancelledAt,
        registrationId: classCancellations.registrationId,
      },
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(
      attendance,
      and(eq(attendance.personId, registrations.studentId), eq(attendance.classId, classes.id)),
    )
    .leftJoin(classCancellations, eq(classCancellations.id, registrations.suspendedBy))
    .where(which)
    .orderBy(registrations.classNumber);
}

/** Nobody plans classes further ahead; the bound keeps one stray year from slowing every list. */
const maxAheadMs = 2 * 366 * DAY_MS;
export const endOfSearch = (from: Date) => new Date(from.getTime() + maxAheadMs);

interface Ahead {
  /** Both where none is named. */
  classType?: ClassType | Placeholder;
  from: Date | Placeholder;
  until: Date | Placeholder;
}

/** Classes that students can be offered. */
export function selectClassesAhead(reader: Reader, { classType, from, until }: Ahead) {
  return reader
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      classType: classes.classType,
      instructorFirstName: instructors.firstName,
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

export function selectEntries(reader: Reader, condition: SQL) {
  return reader
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
      and(
        eq(meetingRegistrants.personId, registrations.studentId),
        eq(meetingRegistrants.classId, registrations.classId),
      ),
    )
    .where(and(condition, isNull(registrations.endedAt)))
    .orderBy(registrations.classNumber);
}

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

export function describeEntry({
  class: { startsAt, ...details },
  ...entry
}: EntryRow): ScheduleEntry {
  // The meeting of a cancelled class is there until that can no longer be undone.
  const links = entry.cancellation && { studentZoomJoinUrl: null };
  const shared = entry.cancellation && { zoomJoinUrl: null };
  const startTime = startsAt.toISOString();
  return { ...entry, ...links, class: { ...details, ...shared, startTime } };
}

export async function readEntry(reader: Reader, id: number): Promise<ScheduleEntry> {
  const [entry] = await readEntries(reader, [id]);
  if (!entry) throw new Error(`registration ${id} is gone`);
  return entry;
}

/** In the order of their class numbers. */
export async function readEntries(reader: Reader, ids: number[]): Promise<ScheduleEntry[]> {
  if (ids.length === 0) return [];
  return (await selectEntries(reader, inArray(registrations.id, ids))).map(describeEntry);
}
