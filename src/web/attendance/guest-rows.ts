import type { ClassGuest } from '../../contract/class-page.ts';
import { describeSource, isInRoom, shownAttendance } from '../../course/attendance-states.ts';
import { isPast } from '../../course/class-time.ts';

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant));

interface OfClass {
  startsAt: Date;
  wasHeld: boolean | null;
}

/** What a class's page says of one guest at the moment. */
export function describeGuest(guest: ClassGuest, { startsAt, wasHeld }: OfClass, now: Date) {
  const record = guest.attendance && {
    ...guest.attendance,
    joinedAt: toDate(guest.attendance.joinedAt),
    leftAt: toDate(guest.attendance.leftAt),
    recordedAt: new Date(guest.attendance.recordedAt),
  };
  const correction = guest.correction && {
    ...guest.correction,
    at: new Date(guest.correction.at),
  };
  // Alumni and others without a registration cannot miss a class, and nobody can miss one that was not held.
  const canMiss = guest.classNumber !== null && wasHeld !== false;
  const status = shownAttendance(guest.attendance, startsAt, now);
  const source = describeSource(
    { record, correction, startsAt, isPast: canMiss && isPast(startsAt, now) },
    now,
  );
  return {
    status: status === 'Missed' && !canMiss ? null : status,
    source,
    isInRoom: isInRoom(record, startsAt, now),
  };
}
