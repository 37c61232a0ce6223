import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { apiQuery } from '../api.ts';
import { createPolling } from '../polling.ts';
import { now } from '../server-clock.ts';

export const scheduleQuery = {
  ...apiQuery('GET /api/schedule'),
  staleTime: 30_000,
};

/** The student's registrations: what their schedule shows and what decides where they belong. */
export function useSchedule() {
  return useQuery(scheduleQuery);
}

/**
 * The same for the page with the Join buttons. A student's own link is created by a job after the choice or
 * the move; until then Join leads to the class's registration page.
 */
export function useScheduleWithLinks() {
  const [refetchInterval] = useState(() => createPolling(classesWithoutOwnLink));
  return useQuery({
    ...scheduleQuery,
    refetchInterval,
    refetchOnWindowFocus: ({ state: { data = [] } }) =>
      classesWithoutOwnLink(data).length > 0 ? 'always' : false,
  });
}

function classesWithoutOwnLink(entries: ScheduleEntry[]): number[] {
  return entries
    .filter(({ cancellation }) => !cancellation)
    .filter(({ class: { startTime } }) => isUpcoming(new Date(startTime), now()))
    .filter(({ studentZoomJoinUrl }) => !studentZoomJoinUrl)
    .map(({ classId }) => classId);
}
