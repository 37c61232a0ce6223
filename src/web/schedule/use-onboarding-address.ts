import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Slot } from '../../contract/schedule.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { PAGES } from '../../course/pages.ts';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { findStart, weekIn, writeAddress } from './onboarding-address.ts';
import { useSchedule } from './queries.ts';
import { weekOf } from './slot-picker.tsx';
import type { SlotWeeks, StartOfWeeks } from './use-slot-weeks.ts';

export function useStartOfChoice(): StartOfWeeks {
  const { data = [] } = useSchedule();
  const [start] = useState(() =>
    findStart(data, window.location.search, { firstClass: site.firstClass, at: now() }),
  );
  return start;
}

/**
 * Keeps in the address where choosing is, so that loading the page again, or coming back to it, goes on there: that
 * something was chosen, and the week if it was turned to.
 */
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
    // Not on the way to another page.
    if (pathname !== PAGES.onboarding) return;
    if (pathname + (search && `?${search}`) !== address) navigate(address, { replace: true });
  }, [address, search, navigate]);
}
