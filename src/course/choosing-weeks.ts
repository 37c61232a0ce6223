import { readCalendarDate, weeksBetween } from './calendar-date.ts';
import { LAST_CLASS_NUMBER, WEEK_OFFSET_JUMP } from './course.ts';
import { pacificInstant, pacificWeekOf } from './pacific-time.ts';
import type { ActiveRegistration } from './slot-choice.ts';

/** After classes 7, 8 and 9, we skip ahead, because classes 8, 9 and 10 are about a month apart. */
const FIRST_JUMP_CLASS_NUMBER = 7;

export function offsetAfterChoosing(chosenClassNumber: number, weekOffset: number): number {
  const isJump =
    chosenClassNumber >= FIRST_JUMP_CLASS_NUMBER && chosenClassNumber < LAST_CLASS_NUMBER;
  return isJump ? weekOffset + WEEK_OFFSET_JUMP : weekOffset;
}

/** `start` is the week to show first. `earliest` is the first week that can have slots. Both count from this week. */
export function weeksToChooseFrom(
  registrations: readonly Pick<ActiveRegistration, 'classNumber' | 'startsAt'>[],
  now: Date,
): { readonly start: number; readonly earliest: number } {
  const [last] = registrations.toSorted((a, b) => b.classNumber - a.classNumber);
  if (!last) return { start: 0, earliest: 0 };
  const week = weeksBetween(pacificWeekOf(now), pacificWeekOf(last.startsAt));
  return {
    start: Math.max(0, offsetAfterChoosing(last.classNumber, week)),
    earliest: Math.max(0, week + 1),
  };
}

/** Returns the week in the URL if it can have slots. Otherwise, returns `start` from `weeksToChooseFrom`. */
export function findOpeningWeek(
  registrations: readonly Pick<ActiveRegistration, 'classNumber' | 'startsAt'>[],
  weekInAddress: string | null,
  now: Date,
): { readonly offset: number; readonly earliest: number; readonly isAsked: boolean } {
  const { start, earliest } = weeksToChooseFrom(registrations, now);
  const asked = offsetOfWeek(weekInAddress ?? '', earliest, now);
  return { offset: asked ?? start, earliest, isAsked: asked !== null };
}

const FURTHEST_WEEK_OFFSET = 104;
const NOON = 12;

export function offsetOfWeek(text: string, earliest: number, now: Date): number | null {
  const date = readCalendarDate(text);
  if (date === null) return null;
  const offset = weeksBetween(pacificWeekOf(now), pacificWeekOf(pacificInstant(date, NOON, 0)));
  return offset >= earliest && offset <= FURTHEST_WEEK_OFFSET ? offset : null;
}
