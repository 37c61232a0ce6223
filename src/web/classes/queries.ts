import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminClass } from '../../contract/classes.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { apiQuery } from '../api.ts';
import { createPolling } from '../polling.ts';
import { now } from '../server-clock.ts';

/**
 * Refetched whenever the tab is opened, with the cached list on the screen meanwhile. A class that was just added
 * cannot be started before a job has created its meeting, so the list is polled until then.
 */
export function useClasses() {
  const [refetchInterval] = useState(() => createPolling(classesAwaitingMeeting));
  return useQuery({
    ...apiQuery('GET /api/classes/all'),
    refetchOnMount: 'always',
    refetchInterval,
  });
}

/** Where a problem is noted the row says so and offers to try again. */
export function isAwaitingMeeting({ zoomMeetingId, meetingProblem }: AdminClass): boolean {
  return !zoomMeetingId && !meetingProblem;
}

function classesAwaitingMeeting(classes: AdminClass[]): number[] {
  return (
    classes
      // One with a problem too: its job tries again by itself.
      .filter(({ zoomMeetingId, meetingProblem }) => !zoomMeetingId || meetingProblem)
      .filter(({ startTime }) => isUpcoming(new Date(startTime), now()))
      .map(({ id }) => id)
  );
}

/** Days on which no class can be added. */
export function useClosedDates() {
  return useQuery({ ...apiQuery('GET /api/admin/closed-dates'), refetchOnMount: 'always' });
}

export const instructorsQuery = {
  ...apiQuery('GET /api/instructors'),
  staleTime: 60_000,
  retry: 3,
};

/** Used by the dialogs alone, so fetched only while one of them is open. */
export function useInstructors() {
  return useQuery(instructorsQuery);
}

/** One class with everybody in it. */
export function useClassPage(id: number) {
  return useQuery({
    ...apiQuery('GET /api/admin/classes/:id', { params: { id } }),
    refetchOnMount: 'always',
  });
}
