import { and, eq, gte, isNull, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import type { ClassType } from '../../course/course.ts';
import type { Database, Transaction } from '../database/connect.ts';
import {
  attendance,
  classes,
  meetingRegistrants,
  people,
  registrations,
} from '../database/schema.ts';

type Reader = Pick<Transaction, 'select'>;

const instructors = alias(people, 'instructors');
/** Nobody plans classes further ahead; the bound keeps one stray year from slowing every list. */
const furthestAheadMs = 2 * 366 * 24 * 60 * 60 * 1000;
const furthestFrom = (from: Date) => new Date(from.getTime() + furthestAheadMs);

export type HeldClass = Awaited<ReturnType<typeof selectHeldClasses>>[number];
export type OpenClass = Awaited<
  ReturnType<ReturnType<typeof openScheduling>['classesAhead']>
>[number];

/** A student's active registrations, with what became of each class: what the rules decide upon. */
export function selectHeldClasses(reader: Reader, studentId: number | Placeholder) {
  return reader
    .select({
      id: registrations.id,
      classId: registrations.classId,
      classNumber: registrations.classNumber,
      startsAt: classes.startsAt,
      attendance: { status: attendance.status },
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(
      attendance,
      and(eq(attendance.personId, registrations.studentId), eq(attendance.classId, classes.id)),
    )
    .where(and(eq(registrations.studentId, studentId), isNull(registrations.cancelledAt)));
}

function selectEntries(reader: Reader, isWanted: SQL) {
  return reader
    .select({
      id: registrations.id,
      classNumber: registrations.classNumber,
      classId: registrations.classId,
      isRescheduled: registrations.isRescheduled,
      studentZoomJoinUrl: meetingRegistrants.joinUrl,
      class: {
        startsAt: classes.startsAt,
        zoomJoinUrl: classes.zoomJoinUrl,
        instructorFirstName: instructors.firstName,
      },
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .leftJoin(
      meetingRegistrants,
      and(
        eq(meetingRegistrants.personId, registrations.studentId),
        eq(meetingRegistrants.classId, registrations.classId),
      ),
    )
    .where(and(isWanted, isNull(registrations.cancelledAt)))
    .orderBy(registrations.classNumber);
}

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

function describeEntry({ class: { startsAt, ...details }, ...entry }: EntryRow): ScheduleEntry {
  return { ...entry, class: { ...details, startTime: startsAt.toISOString() } };
}

export async function readEntry(reader: Reader, id: number): Promise<ScheduleEntry> {
  const [row] = await selectEntries(reader, eq(registrations.id, id));
  if (!row) throw new Error(`registration ${id} is gone`);
  return describeEntry(row);
}

export function openScheduling(database: Database) {
  const heldClasses = selectHeldClasses(database, sql.placeholder('studentId')).prepare(
    'held_classes',
  );
  const entries = selectEntries(
    database,
    eq(registrations.studentId, sql.placeholder('studentId')),
  ).prepare('schedule_of_student');
  const attended = database
    .select({ classId: attendance.classId, status: attendance.status })
    .from(attendance)
    .where(eq(attendance.personId, sql.placeholder('personId')))
    .orderBy(attendance.classId)
    .prepare('attendance_of_person');
  const ahead = database
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
        isNull(classes.deletedAt),
        eq(classes.classType, sql.placeholder('classType')),
        gte(classes.startsAt, sql.placeholder('from')),
        lt(classes.startsAt, sql.placeholder('until')),
      ),
    )
    .orderBy(classes.startsAt, classes.id)
    .prepare('classes_ahead');

  return {
    heldClasses: (studentId: number) => heldClasses.execute({ studentId }),
    schedule: async (studentId: number) =>
      (await entries.execute({ studentId })).map(describeEntry),
    attendance: (personId: number) => attended.execute({ personId }),
    classesAhead: (classType: ClassType, from: Date, until = furthestFrom(from)) =>
      ahead.execute({ classType, from, until }),
  };
}
