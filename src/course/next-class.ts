import { byStart, hasStarted, isUpcoming } from './class-state.ts';
import { MINUTE_MS, NEAR_CLASS_AHEAD_MS, NEXT_CLASS_AHEAD_MS, TIME_TO_JOIN_MS } from './course.ts';
import { formatTime } from './format-time.ts';

const HOUR_MINUTES = 60;

function untilStart(startsAt: Date, now: Date): number {
  return startsAt.getTime() - now.getTime();
}

const isWithin = (aheadMs: number) => (startsAt: Date, now: Date) =>
  untilStart(startsAt, now) <= aheadMs && isUpcoming(startsAt, now);
export const isInReach = isWithin(NEXT_CLASS_AHEAD_MS);
export const isNear = isWithin(NEAR_CLASS_AHEAD_MS);
export const isTimeToJoin = isWithin(TIME_TO_JOIN_MS);

export function findClassInReach<
  Class extends { readonly startsAt: Date; readonly isExcused: boolean },
>(classes: readonly Class[], now: Date): Class | null {
  const [first = null] = classes
    .filter(({ startsAt, isExcused }) => !isExcused && isInReach(startsAt, now))
    .toSorted(byStart);
  return first;
}

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

function formatWait(minutes: number): string {
  if (minutes < HOUR_MINUTES) return `in ${count(minutes, 'minute')}`;
  if (minutes >= 3 * HOUR_MINUTES) return `in ${Math.round(minutes / HOUR_MINUTES)} hours`;
  const hours = `in ${count(Math.floor(minutes / HOUR_MINUTES), 'hour')}`;
  const rest = minutes % HOUR_MINUTES;
  return rest === 0 ? hours : `${hours} ${count(rest, 'minute')}`;
}

/** Returns a near class's 'Class 8 · today at 9:00 AM PT' and 'in 12 minutes', or how long ago the class started. */
export function describeNextClass(classNumber: number, startsAt: Date, now: Date) {
  const minutes = Math.ceil(untilStart(startsAt, now) / MINUTE_MS);
  if (hasStarted(startsAt, now)) {
    const title = `Class ${classNumber} has started · ${formatTime(startsAt)}`;
    return { title, countdown: minutes === 0 ? 'just now' : `${count(-minutes, 'minute')} ago` };
  }
  const title = `Class ${classNumber} · today at ${formatTime(startsAt)}`;
  return { title, countdown: formatWait(minutes) };
}

/** Screen readers announce the countdown only this many minutes before class, rather than every minute. */
const ANNOUNCED_MINUTES_BEFORE = [15, 5, 0];

export function countAnnouncements(startsAt: Date, now: Date): number {
  return ANNOUNCED_MINUTES_BEFORE.filter(
    (minutes) => untilStart(startsAt, now) <= minutes * MINUTE_MS,
  ).length;
}

/** When this number changes, the page fetches the schedule again, because a class may have moved. */
export function countScheduleChecks(starts: readonly Date[], now: Date): number {
  return starts.reduce((sum, startsAt) => {
    const hasComeIntoReach = untilStart(startsAt, now) <= NEXT_CLASS_AHEAD_MS;
    return sum + (hasComeIntoReach ? 1 : 0) + countAnnouncements(startsAt, now);
  }, 0);
}
