import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { countScheduleChecks, isInReach } from '../../course/next-class.ts';
import { createPolling } from '../polling.ts';
import { now, useOnChange } from '../server-clock.ts';
import { scheduleQuery } from './queries.ts';

/**
 * The schedule for the page with the Join buttons, which stays open. A student's own link is created by a job after the choice or
 * the move; until then Join leads to the class's registration page.
 */
export function useScheduleWithLinks() {
  const [refetchInterval] = useState(() => createPolling(classesWithoutOwnLink));
  return useQuery({
    ...scheduleQuery,
    refetchInterval,
    refetchOnWindowFocus: ({ state: { data = [] } }) =>
      classesWithoutOwnLink(data).length > 0 || data.some(isEntryInReach) ? 'always' : false,
  });
}

/** Calls `check` when a class comes into reach on an open page and as its start draws near: it may have moved. */
export function useScheduleChecks(starts: Date[], time: Date, check: () => void): void {
  useOnChange(countScheduleChecks(starts, time), check);
}

/** A page that counts down to a class must not count down to where it was. */
function isEntryInReach({ cancellation, class: { startTime } }: ScheduleEntry): boolean {
  return !cancellation && isInReach(new Date(startTime), now());
}

function classesWithoutOwnLink(entries: ScheduleEntry[]): number[] {
  return entries
    .filter(({ cancellation }) => !cancellation)
    .filter(({ class: { startTime } }) => isUpcoming(new Date(startTime), now()))
    .filter(({ studentZoomJoinUrl }) => !studentZoomJoinUrl)
    .map(({ classId }) => classId);
}
