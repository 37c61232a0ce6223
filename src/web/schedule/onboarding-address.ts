import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ScheduleEntry, Slot } from '../../contract/schedule.ts';
import { findOpeningWeek } from '../../course/choosing-weeks.ts';
import { nextClassNumber } from '../../course/course.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { PAGES, RESUME_ONBOARDING } from '../../course/pages.ts';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { toRegistration } from './plan-offer.tsx';
import { useSchedule } from './queries.ts';
import { weekOf } from './slot-picker.tsx';
import type { SlotWeeks, StartOfWeeks } from './use-slot-weeks.ts';

function weekIn(search: string): string | null {
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
  const held = entries.map(toRegistration);
  const { offset, earliest, isAsked } = findOpeningWeek(held, weekIn(search), at);
  if (isAsked) {
    const numbers = held.map(({ classNumber }) => classNumber);
    const target = nextClassNumber(numbers, firstClass);
    return { wantedOffset: offset, lowestOffset: earliest, target };
  }
  return held.length > 0 ? { wantedOffset: offset, lowestOffset: earliest } : {};
}

export function useStartOfChoice(): StartOfWeeks {
  const { data = [] } = useSchedule();
  const search = useSearch();
  const [start] = useState(() =>
    findStart(data, search, { firstClass: site.firstClass, at: now() }),
  );
  return start;
}

/** Keeps the current week and `resume` in the URL, so that a reload or Back returns to the same week. */
export function useOnboardingAddress(
  weeks: SlotWeeks<{ classes: Slot[] }>,
  hasChosen: boolean,
): void {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { shown, wantedOffset, startOffset, isLoading } = weeks;
  const isSettled = shown?.weekOffset === wantedOffset && !isLoading;
  const turnedTo =
    isSettled && wantedOffset !== startOffset ? weekOf(shown, pacificWeekOf(now())) : null;
  const address = writeAddress(hasChosen, isSettled ? turnedTo : weekIn(search));
  useEffect(() => {
    const { pathname } = window.location;
    if (pathname !== PAGES.onboarding) return;
    if (pathname + (search && `?${search}`) !== address) navigate(address, { replace: true });
  }, [address, search, navigate]);
}
