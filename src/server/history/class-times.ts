import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { attendance, classes, makeups, registrations } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { type Event, firstAfter, type Source } from './entries.ts';
import type { History } from './history.ts';

/** Whether the audit log says already what the row of a registration says. */
function isAudited({ moves }: History, registrationId: number, at: Date): boolean {
  return moves.some(
    (move) => move.registrationId === registrationId && move.at.getTime() === at.getTime(),
  );
}

/** The first time that was chosen for each class. */
export const chosen: Source = {
  kinds: ['classes'],
  async read(history, wanted) {
    const events = history.registrations
      .filter(({ id, createdAt }) => !isAudited(history, id, createdAt))
      .map((registration): Event => {
        const { id, createdAt, classNumber } = registration;
        const moved = history.moves.find((move) => move.registrationId === id && move.from);
        const classId = moved?.from ?? registration.classId;
        return {
          at: createdAt,
          key: id,
          kind: 'classes',
          classIds: [classId],
          describe: (names) => ({
            title: `Class ${classNumber}: time chosen`,
            details: [names.classTime(classId)],
            classId,
          }),
        };
      });
    return firstAfter(events, wanted);
  },
};

/** Registrations that were given up for good. */
export const givenUp: Source = {
  kinds: ['classes'],
  async read(history, wanted) {
    const events = history.registrations.flatMap((registration): Event[] => {
      const { id, endedAt, endedBy, endReason, classNumber, classId } = registration;
      if (!endedAt || isAudited(history, id, endedAt)) return [];
      const isOwn = endedBy === null || endedBy === history.person.id;
      return [
        {
          at: endedAt,
          key: id,
          kind: 'classes',
          classIds: [classId],
          personIds: isOwn ? [] : [endedBy],
          describe: (names) => ({
            title: `Class ${classNumber}: registration cleared`,
            details: [names.classTime(classId), ...(endReason ? [`Because ${endReason}`] : [])],
            by: isOwn ? null : names.person(endedBy),
            classId,
          }),
        },
      ];
    });
    return firstAfter(events, wanted);
  },
};

/** Classes that came and went without the person: no row says so, which is what missing it means. */
export const missed: Source = {
  kinds: ['attendance'],
  async read({ database, person, now }, wanted) {
    const over = new Date(now.getTime() - CLASS_DURATION_MS);
    const wasTheirs = or(
      eq(classes.id, makeups.missedClassId),
      and(
        eq(classes.id, registrations.classId),
        // Not where their place was given up, and the class is held without them.
        isNull(registrations.suspendedBy),
        or(
          isNull(registrations.endedAt),
          gt(registrations.endedAt, sql`${classes.startsAt} + interval '1 hour'`),
        ),
      ),
    );
    const theirAttendance = and(
      eq(attendance.classId, classes.id),
      eq(attendance.personId, person.id),
    );
    const rows = await database
      .selectDistinct({
        classId: classes.id,
        startsAt: classes.startsAt,
        classNumber: registrations.classNumber,
      })
      .from(registrations)
      .leftJoin(makeups, eq(makeups.registrationId, registrations.id))
      .innerJoin(classes, wasTheirs)
      .leftJoin(attendance, theirAttendance)
      .where(
        and(
          eq(registrations.studentId, person.id),
          isNull(attendance.classId),
          isStanding,
          lt(classes.startsAt, over),
        ),
      );
    const events = rows.map(
      ({ classId, startsAt, classNumber }): Event => ({
        at: new Date(startsAt.getTime() + CLASS_DURATION_MS),
        key: classId,
        kind: 'attendance',
        classIds: [classId],
        describe: (names) => ({
          title: `Class ${classNumber}: missed`,
          details: [names.classTime(classId)],
          classId,
          isProblem: true,
        }),
      }),
    );
    return firstAfter(events, wanted);
  },
};
