import { eq } from 'drizzle-orm';
import type { CurrentCorrection } from '../../contract/attendance.ts';
import type { ClassPage } from '../../contract/class-page.ts';
import { findPresence, type RoomEvent } from '../../course/attendance.ts';
import { findWaiting } from '../../course/waiting-room.ts';
import type { Database, Reader } from '../database/connect.ts';
import { attendanceCorrections, type Person, people, roomEvents } from '../database/schema.ts';

type Event = typeof roomEvents.$inferSelect;

/** Finds the people in the meeting whom we haven't matched to anyone yet. */
export async function readUnmatched(
  database: Database,
  { id, startsAt }: { id: number; startsAt: Date },
  now: Date,
): Promise<Pick<ClassPage, 'unknownGuests' | 'waiting'>> {
  const [corrections, events] = await Promise.all([
    readCorrections(database, id),
    database.select().from(roomEvents).where(eq(roomEvents.classId, id)),
  ]);
  const matched = new Set([...corrections.values()].flatMap(({ guestName }) => guestName ?? []));
  const unmatched = events.filter(({ name }) => !matched.has(name ?? ''));
  const unknown = unmatched.filter(({ personId }) => personId === null);
  const waitingEvents = unmatched.flatMap(({ kind, name, ...event }) =>
    kind === 'left' ? [] : [{ ...event, kind, name: name ?? '' }],
  );
  const course = { startsAt, now };
  return {
    unknownGuests: findUnknown(unknown, course),
    waiting: findWaiting(waitingEvents, course).map(({ name, since }) => ({
      name,
      since: since.toISOString(),
    })),
  };
}

export async function readCorrections(
  database: Reader,
  classId: number,
): Promise<Map<number, CurrentCorrection>> {
  const rows = await database
    .select({ correction: attendanceCorrections, editor: people })
    .from(attendanceCorrections)
    .innerJoin(people, eq(people.id, attendanceCorrections.correctedBy))
    .where(eq(attendanceCorrections.classId, classId));
  return new Map(
    rows.map(({ correction, editor }) => [
      correction.personId,
      describeCorrection(correction, editor),
    ]),
  );
}

export function describeCorrection(
  { status, reason, correctedAt, guestName, version }: typeof attendanceCorrections.$inferSelect,
  { firstName, lastName }: Person,
): CurrentCorrection {
  const by = `${firstName} ${lastName}`;
  return { status, reason, by, at: correctedAt.toISOString(), guestName, version };
}

/** Counts devices with the same name as one guest. */
function findUnknown(
  unknown: Event[],
  course: { startsAt: Date; now: Date },
): ClassPage['unknownGuests'] {
  const ends = unknown.filter(({ kind }) => kind === 'ended');
  const named = unknown.filter(({ kind, name }) => name && ['joined', 'left'].includes(kind));
  const byName = Map.groupBy(named, ({ name }) => name ?? '');
  return [...byName]
    .flatMap(([name, own]) => {
      const presence = findPresence([...own, ...ends] as RoomEvent[], course);
      const registeredAtZoom = own.some(({ registrantId }) => registrantId !== null);
      return presence ? [{ name, registeredAtZoom, ...presence }] : [];
    })
    .toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
    .map(({ name, registeredAtZoom, joinedAt, leftAt }) => ({
      name,
      registeredAtZoom,
      joinedAt: joinedAt.toISOString(),
      leftAt: leftAt?.toISOString() ?? null,
    }));
}
