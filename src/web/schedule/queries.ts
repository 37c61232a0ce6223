import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { isUpcoming } from '../../course/class-state.ts';
import { isInReach } from '../../course/next-class.ts';
import { apiQuery, updateCached } from '../api.ts';
import { createPolling } from '../polling.ts';
import { now } from '../server-clock.ts';

export const scheduleQuery = {
  ...apiQuery('GET /api/schedule'),
  staleTime: 30_000,
};

export function useSchedule() {
  return useQuery(scheduleQuery);
}

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

export const wishQuery = apiQuery('GET /api/class-time-wish');

/** Removes a class-time request from the cache once the class has a time, because the server has closed the request. */
export function settleWish(client: QueryClient, classNumbers: number[]): Promise<void> {
  return updateCached(client, 'GET /api/class-time-wish', (wish) =>
    wish && classNumbers.includes(wish.classNumber) ? null : wish,
  );
}
