import { eq } from 'drizzle-orm';
import { findPresence, type RoomEvent } from '../../course/attendance.ts';
import { fullName } from '../../course/full-name.ts';
import { findWaiting } from '../../course/waiting-room.ts';
import type { Database, Reader } from '../database/connect.ts';
import { attendanceCorrections, type Person, people, roomEvents } from '../database/schema.ts';

type Event = typeof roomEvents.$inferSelect;

export async function readUnmatched(
  database: Database,
  { id, startsAt }: { id: number; startsAt: Date },
  now: Date,
) {
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
    waiting: findWaiting(waitingEvents, course),
  };
}

export async function readCorrections(database: Reader, classId: number) {
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
  editor: Person,
) {
  return { status, reason, by: fullName(editor), at: correctedAt, guestName, version };
}

/** Devices with the same name count as one guest. */
function findUnknown(unknown: Event[], course: { startsAt: Date; now: Date }) {
  const ends = unknown.filter(({ kind }) => kind === 'ended');
  const named = unknown.filter(({ kind, name }) => name && ['joined', 'left'].includes(kind));
  const byName = Map.groupBy(named, ({ name }) => name ?? '');
  return [...byName]
    .flatMap(([name, own]) => {
      const presence = findPresence([...own, ...ends] as RoomEvent[], course);
      const registeredAtZoom = own.some(({ registrantId }) => registrantId !== null);
      return presence ? [{ name, registeredAtZoom, ...presence }] : [];
    })
    .toSorted((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime());
}
