import { CLASS_DURATION_MS, MINUTE_MS } from './course.ts';

export interface Attendance {
  readonly status: string;
}

export interface KnownClass {
  readonly startsAt: Date;
  readonly attendance: Attendance | null;
  /** Null until we know. */
  readonly wasHeld: boolean | null;
}

type Starting = Pick<KnownClass, 'startsAt'>;

/** Sorts the soonest first. */
export function byStart(one: Starting, other: Starting): number {
  return one.startsAt.getTime() - other.startsAt.getTime();
}

function sinceStart(startsAt: Date, now: Date): number {
  return now.getTime() - startsAt.getTime();
}

export function isPast(startsAt: Date, now: Date): boolean {
  return sinceStart(startsAt, now) > CLASS_DURATION_MS;
}

export function isUpcoming(startsAt: Date, now: Date): boolean {
  return !isPast(startsAt, now);
}

export function hasStarted(startsAt: Date, now: Date): boolean {
  return sinceStart(startsAt, now) >= 0;
}

export function isJoinNow(startsAt: Date, now: Date): boolean {
  return hasStarted(startsAt, now) && isUpcoming(startsAt, now);
}

/** Gives teachers time before class to let people in and to notice problems. */
const TIME_TO_START_MS = 30 * MINUTE_MS;

export function isTimeToStart(startsAt: Date, now: Date): boolean {
  return sinceStart(startsAt, now) >= -TIME_TO_START_MS && isUpcoming(startsAt, now);
}

export function isCompleted(attendance: Attendance | null): boolean {
  return attendance?.status === 'Present';
}

/** A class with any attendance record, whatever its status, doesn’t count as missed. */
export function isMissed(startsAt: Date, attendance: Attendance | null, now: Date): boolean {
  return isPast(startsAt, now) && attendance === null;
}

/** Attendance reaches us after a delay, so we check when a class ends and several times in the next half hour. */
const ATTENDANCE_CHECKS_MS = [0, 1, 2, 3, 5, 7, 10, 20, 30].map(
  (minutes) => CLASS_DURATION_MS + minutes * MINUTE_MS,
);

/** Returns how many checks have come due so far. When the number changes, the page fetches attendance again. */
export function countAttendanceChecks(starts: readonly Date[], now: Date): number {
  return starts.reduce(
    (count, startsAt) =>
      count + ATTENDANCE_CHECKS_MS.filter((after) => sinceStart(startsAt, now) > after).length,
    0,
  );
}

export type ClassState = ReturnType<typeof describeClass>;

export function describeClass(startsAt: Date, attendance: Attendance | null, now: Date) {
  return {
    isPast: isPast(startsAt, now),
    isJoinNow: isJoinNow(startsAt, now),
    isCompleted: isCompleted(attendance),
  };
}
