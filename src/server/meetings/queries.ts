import { and, eq, exists, gt, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, union } from 'drizzle-orm/pg-core';
import { canUndoCancellation } from '../../course/canceling.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { isInReach } from '../../course/next-class.ts';
import type { Reader } from '../database/connect.ts';
import { isSeat } from '../database/joins.ts';
import { findRow, match } from '../database/rows.ts';
import {
  alumniJoins,
  classCancellations,
  classes,
  meetingRegistrants,
  people,
  registrations,
} from '../database/schema.ts';
import { hasPlace, isStanding } from '../database/standing.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Seat } from './jobs.ts';

/** Includes classes that have started, because people can join until one hour after the start. */
export function whereUpcoming(now: Date): SQL | undefined {
  return and(isStanding, whereNotOver(now));
}

export function whereNotOver(now: Date): SQL {
  return gt(classes.startsAt, new Date(now.getTime() - CLASS_DURATION_MS));
}

export async function canComeBack(
  database: Reader,
  { deletedAt, cancellationId }: typeof classes.$inferSelect,
  now: Date,
): Promise<boolean> {
  if (deletedAt || !cancellationId) return false;
  const cancellation = await findRow(database, classCancellations, { id: cancellationId });
  if (!cancellation || cancellation.undoneAt) return false;
  return canUndoCancellation(cancellation.canceledAt, now);
}

function wantedSeats(database: Reader) {
  return union(
    database
      .select({ personId: registrations.studentId, classId: registrations.classId })
      .from(registrations)
      .where(hasPlace),
    database
      .select({ personId: alumniJoins.personId, classId: alumniJoins.classId })
      .from(alumniJoins),
  ).as('wanted');
}

/** Two plain conditions, because planning `exists` on the union of both tables takes longer than running it. */
function whereWanted(database: Reader, personId: PgColumn, classId: PgColumn) {
  const { studentId } = registrations;
  const isRegistered = and(
    hasPlace,
    isSeat({ personId: studentId, classId: registrations.classId }, personId, classId),
  );
  return or(
    exists(database.select().from(registrations).where(isRegistered)),
    exists(
      database
        .select()
        .from(alumniJoins)
        .where(isSeat(alumniJoins, personId, classId)),
    ),
  );
}

const isAmong = (id: PgColumn, ids?: number[]) => ids && sql`${id} = any(${sql.param(ids)})`;

/** Returns undefined for each seat whose person or class doesn't exist. */
export async function findSeats(database: Reader, seats: Seat[]) {
  const column = (name: keyof Seat) => sql`${sql.param(seats.map((seat) => seat[name]))}::int[]`;
  const found = await database
    .select({
      personId: people.id,
      classId: classes.id,
      courseClass: {
        startsAt: classes.startsAt,
        deletedAt: classes.deletedAt,
        cancellationId: classes.cancellationId,
        zoomMeetingId: classes.zoomMeetingId,
        meetingHost: classes.meetingHost,
      },
      guest: { email: people.email, firstName: people.firstName, lastName: people.lastName },
      row: meetingRegistrants,
      isWanted: sql<boolean>`${whereWanted(database, people.id, classes.id)}`,
    })
    .from(sql`unnest(${column('personId')}, ${column('classId')}) as seat (person_id, class_id)`)
    .innerJoin(people, eq(people.id, sql`seat.person_id`))
    .innerJoin(classes, eq(classes.id, sql`seat.class_id`))
    .leftJoin(meetingRegistrants, isSeat(meetingRegistrants, people.id, classes.id));
  return seats.map(({ personId, classId }) =>
    found.find((one) => one.personId === personId && one.classId === classId),
  );
}

interface Filter {
  personId?: number;
  classId?: number;
}

export function findMissingSeats(database: Reader, now: Date, { personId, classId }: Filter = {}) {
  const wanted = wantedSeats(database);
  return database
    .select({ personId: wanted.personId, classId: wanted.classId })
    .from(wanted)
    .innerJoin(classes, eq(classes.id, wanted.classId))
    .leftJoin(meetingRegistrants, isSeat(meetingRegistrants, wanted.personId, wanted.classId))
    .where(
      and(
        whereUpcoming(now),
        or(
          isNull(meetingRegistrants.joinUrl),
          ne(meetingRegistrants.meetingId, classes.zoomMeetingId),
        ),
        personId === undefined ? undefined : eq(wanted.personId, personId),
        classId === undefined ? undefined : eq(wanted.classId, classId),
      ),
    );
}

/** Finds people who are, or may be, registered in Zoom for an upcoming class that they are no longer in. */
export function findLeftoverSeats(database: Reader, now: Date, personIds?: number[]) {
  const { personId, classId } = meetingRegistrants;
  return database
    .select({ personId, classId })
    .from(meetingRegistrants)
    .innerJoin(classes, eq(classes.id, classId))
    .where(
      and(
        whereUpcoming(now),
        not(whereWanted(database, personId, classId) as SQL),
        isAmong(personId, personIds),
      ),
    );
}

export function findRefusedSeats(database: Reader, classId: number) {
  return database
    .select({ personId: meetingRegistrants.personId, classId: meetingRegistrants.classId })
    .from(meetingRegistrants)
    .where(
      and(
        match(meetingRegistrants, { classId, joinUrl: null }),
        isNotNull(meetingRegistrants.problem),
      ),
    );
}

export async function findClass(database: Reader, id: number) {
  const found = await findRow(database, classes, and(eq(classes.id, id), isStanding));
  if (!found) throw new DomainError('class-not-found');
  return found;
}

/**
 * Returns the meeting ID and passcode for joining manually. Anyone who has both can join, so we show them only from a
 * day before the class until an hour after it starts.
 */
export async function findOwnMeeting(
  { database, clock }: Services,
  studentId: number,
  registrationId: number,
) {
  const [found] = await database
    .select({
      startsAt: classes.startsAt,
      meetingId: classes.zoomMeetingId,
      passcode: classes.zoomPasscode,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(match(registrations, { id: registrationId, studentId }), hasPlace, isStanding));
  if (!found) throw new DomainError('not-found');
  const { startsAt, meetingId, passcode } = found;
  if (!isInReach(startsAt, clock.now())) throw new DomainError('meeting-out-of-reach');
  return { meetingId, passcode };
}
