import { and, eq, inArray } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { attendance } from '../database/schema.ts';
import { type Event, firstAfter, type Source } from './entries.ts';
import { type History, readHeldClasses } from './history.ts';

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
      .map(({ id, createdAt, classNumber }): Event => {
        const first = history.stays.find((stay) => stay.registrationId === id);
        const classId = first?.classId ?? null;
        return {
          at: createdAt,
          key: id,
          kind: 'classes',
          classIds: classId === null ? [] : [classId],
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
  async read(history, wanted) {
    const { database, person, stays, now } = history;
    if (stays.length === 0) return [];
    const held = await readHeldClasses(history);
    const heldById = new Map(held.map((one) => [one.id, one]));
    const attended = await database
      .select({ classId: attendance.classId })
      .from(attendance)
      .where(
        and(
          eq(attendance.personId, person.id),
          inArray(
            attendance.classId,
            held.map((one) => one.id),
          ),
        ),
      );
    const attendedIds = new Set(attended.map((one) => one.classId));
    const isWaiting = ({ suspendedBy }: { suspendedBy: number | null }) => suspendedBy !== null;
    const waiting = new Set(history.registrations.filter(isWaiting).map(({ id }) => id));
    const events = stays.flatMap((stay): Event[] => {
      const { classId, classNumber, since, until } = stay;
      const one = heldById.get(classId);
      if (!one || one.deletedAt || one.cancellationId || attendedIds.has(classId)) return [];
      const over = new Date(one.startsAt.getTime() + CLASS_DURATION_MS);
      // An import registers people for classes that were over before.
      const isFirst = stays.find((other) => other.registrationId === stay.registrationId) === stay;
      const isTheirs = (isFirst || since <= one.startsAt) && (until === null || until > over);
      if (!isTheirs || over >= now) return [];
      // Their place was given up, and the class is held without them.
      if (until === null && waiting.has(stay.registrationId)) return [];
      return [
        {
          at: over,
          key: classId,
          kind: 'attendance',
          classIds: [classId],
          describe: (names) => ({
            title: `Class ${classNumber}: missed`,
            details: [names.classTime(classId)],
            classId,
            isProblem: true,
          }),
        },
      ];
    });
    return firstAfter(events, wanted);
  },
};
