import type { ScheduleEntry } from '../../contract/schedule.ts';
import { findOpeningWeek } from '../../course/choosing-weeks.ts';
import { nextClassNumber } from '../../course/course.ts';
import { PAGES, RESUME_ONBOARDING } from '../../course/pages.ts';
import type { StartOfWeeks } from './use-slot-weeks.ts';

export function weekIn(search: string): string | null {
  return new URLSearchParams(search).get('week');
}

export function writeAddress(hasChosen: boolean, week: string | null): string {
  const address = hasChosen ? RESUME_ONBOARDING : PAGES.onboarding;
  if (week === null) return address;
  return `${address}${hasChosen ? '&' : '?'}week=${week}`;
}

export function findStart(
  entries: ScheduleEntry[],
  search: string,
  { firstClass, at }: { firstClass: number; at: Date },
): StartOfWeeks {
  const held = entries.map(({ classNumber, class: { startTime } }) => ({
    classNumber,
    startsAt: new Date(startTime),
  }));
  const { offset, earliest, isAsked } = findOpeningWeek(held, weekIn(search), at);
  if (isAsked) {
    const numbers = held.map(({ classNumber }) => classNumber);
    const target = nextClassNumber(numbers, firstClass);
    return { wantedOffset: offset, lowestOffset: earliest, target };
  }
  return held.length > 0 ? { wantedOffset: offset, lowestOffset: earliest } : {};
}
