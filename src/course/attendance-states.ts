/** What staff see and say of attendance; attendance.ts works it out. */
import { type Attendance, hasStarted, isMissed } from './class-time.ts';
import { CLASS_DURATION_MS } from './course.ts';

const MINUTE_MS = 60_000;
/** A room that is open earlier is being tried out. */
export const ROOM_OPENS_MS = 30 * MINUTE_MS;
/** Nobody is taken to be in the room longer than this if no one saw them leave, and nobody comes later than this. */
const MAX_OVERRUN_MS = 30 * MINUTE_MS;
export const ROOM_CLOSES_MS = CLASS_DURATION_MS + MAX_OVERRUN_MS;

/** From then on whoever enters the room comes to the class. */
export function roomOpensAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - ROOM_OPENS_MS);
}

/** From then on nobody is taken to be in the room. */
export function roomClosesAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() + ROOM_CLOSES_MS);
}

/** What staff can say by hand of somebody's class. 'Withdrawn' takes back what was said before. */
export const CORRECTIONS = ['Present', 'Missed', 'Excused', 'Withdrawn'] as const;
export type Correction = (typeof CORRECTIONS)[number];

/** Who came can be said once the class has begun; that somebody need not come, also before. */
export function canCorrect(status: Correction, startsAt: Date, now: Date): boolean {
  return hasStarted(startsAt, now) || status === 'Excused' || status === 'Withdrawn';
}

/** What became of somebody's class, for staff; null while nobody can know yet. */
export function shownAttendance<Record extends Attendance>(
  record: Record | null,
  startsAt: Date,
  now: Date,
): Record['status'] | 'Missed' | null {
  if (record) return record.status;
  return isMissed(startsAt, record, now) ? 'Missed' : null;
}
