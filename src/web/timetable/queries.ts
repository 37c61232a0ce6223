import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClassPage } from '../../contract/class-page.ts';
import type { AdminClass, PastClassSearch } from '../../contract/timetable.ts';
import { roomClosesAt, roomOpensAt } from '../../course/attendance-states.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { apiQuery, updateCached } from '../api.ts';
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

/** Puts an edited class into the list, where its time may have given it another place. */
export function replaceClass(client: QueryClient, edited: AdminClass): void {
  updateCached(client, 'GET /api/classes/all', (classes) =>
    classes
      .map((courseClass) => (courseClass.id === edited.id ? edited : courseClass))
      .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime)),
  );
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

/** While the room is open people come and go; afterwards Zoom's report is waited for. */
const roomPollMs = 10_000;
const reportPollMs = 60_000;
const reportWaitMs = 2 * 60 * 60 * 1000;

/** One class with everybody in it. TanStack does not fetch while the page is hidden. */
export function useClassPage(id: number) {
  const [untilMeeting] = useState(() =>
    createPolling(({ courseClass }: ClassPage) => classesAwaitingMeeting([courseClass])),
  );
  return useQuery({
    ...apiQuery('GET /api/admin/classes/:id', { params: { id } }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: (query) => pollingOf(query.state.data) || untilMeeting(query),
  });
}

function pollingOf(page: ClassPage | undefined): number | false {
  if (!page) return false;
  const startsAt = new Date(page.courseClass.startTime);
  const [time, closesAt] = [now(), roomClosesAt(startsAt)];
  if (time < roomOpensAt(startsAt)) return false;
  if (time < closesAt) return roomPollMs;
  const isAwaited = time.getTime() - closesAt.getTime() < reportWaitMs && !page.isAttendanceFinal;
  return isAwaited && reportPollMs;
}

/** One page of past classes; the page before stays on the screen until the next has come. */
export function usePastClasses(search: PastClassSearch) {
  return useQuery({
    ...apiQuery('GET /api/admin/past-classes', { query: search }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}
