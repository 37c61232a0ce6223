import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { isUpcoming } from '../../course/class-state.ts';
import { isInReach } from '../../course/next-class.ts';
import { createPolling } from '../polling.ts';
import { now } from '../server-clock.ts';
import { scheduleQuery } from './queries.ts';

/** Polls until a job has created the student's own meeting links. */
export function useScheduleWithLinks() {
  const [refetchInterval] = useState(() => createPolling(classesWithoutOwnLink));
  return useQuery({
    ...scheduleQuery,
    refetchInterval,
    refetchOnWindowFocus: ({ state: { data = [] } }) =>
      classesWithoutOwnLink(data).length > 0 || data.some(isEntryInReach) ? 'always' : false,
  });
}

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
