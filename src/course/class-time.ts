import { CLASS_DURATION_MS } from './course.ts';

export interface Attendance {
  readonly status: string;
}

/** Everything a schedule card or a badge needs to know about one class of one student. */
export interface ClassState {
  readonly isPast: boolean;
  readonly isJoinNow: boolean;
  readonly isCompleted: boolean;
  readonly isMissed: boolean;
  readonly canJoin: boolean;
  readonly canReschedule: boolean;
  readonly canMakeUp: boolean;
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

/** Long enough to let people in, and to find out that something does not work. */
const TIME_TO_START_MS = 30 * 60 * 1000;

/** Whether the instructor would start the meeting of a class now: from half an hour before until it is past. */
export function isTimeToStart(startsAt: Date, now: Date): boolean {
  return sinceStart(startsAt, now) >= -TIME_TO_START_MS && isUpcoming(startsAt, now);
}

export function canReschedule(startsAt: Date, now: Date): boolean {
  return isUpcoming(startsAt, now);
}

export function isCompleted(attendance: Attendance | null): boolean {
  return attendance?.status === 'Present';
}

/** Any record, whatever its status, means that somebody looked: only its absence is a miss. */
export function isMissed(startsAt: Date, attendance: Attendance | null, now: Date): boolean {
  return isPast(startsAt, now) && attendance === null;
}

export function canMakeUp(startsAt: Date, attendance: Attendance | null, now: Date): boolean {
  return isMissed(startsAt, attendance, now);
}

const MINUTE_MS = 60_000;
/** Reports of who came arrive late: attendance is looked up when a class turns past and in the half hour after. */
const ATTENDANCE_CHECKS_MS = [0, 1, 2, 3, 5, 7, 10, 20, 30].map(
  (minutes) => CLASS_DURATION_MS + minutes * MINUTE_MS,
);

/** How many of these moments lie behind: whenever it changes, attendance is worth another look. */
export function countAttendanceChecks(starts: readonly Date[], now: Date): number {
  return starts.reduce(
    (count, startsAt) =>
      count + ATTENDANCE_CHECKS_MS.filter((after) => sinceStart(startsAt, now) > after).length,
    0,
  );
}

export function describeClass(
  startsAt: Date,
  attendance: Attendance | null,
  now: Date,
): ClassState {
  return {
    isPast: isPast(startsAt, now),
    isJoinNow: isJoinNow(startsAt, now),
    isCompleted: isCompleted(attendance),
    isMissed: isMissed(startsAt, attendance, now),
    canJoin: isUpcoming(startsAt, now),
    canReschedule: canReschedule(startsAt, now),
    canMakeUp: canMakeUp(startsAt, attendance, now),
  };
}
