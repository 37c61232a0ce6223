import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ClassPage } from '../../contract/class-page.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { AdminClass, timetableCalls } from '../../contract/timetable.ts';
import { roomClosesAt, roomOpensAt } from '../../course/attendance-states.ts';
import { laterInSeries } from '../../course/class-series.ts';
import { isUpcoming } from '../../course/class-state.ts';
import {
  type ApiError,
  apiQuery,
  callApi,
  type Endpoint,
  freshQuery,
  updateCached,
} from '../api.ts';
import { createPolling } from '../polling.ts';
import { now } from '../server-clock.ts';

/** Polls while a job is creating meetings, because staff can't start one until it exists. */
export function useClasses() {
  const [refetchInterval] = useState(() => createPolling(classesAwaitingMeeting));
  return useQuery({
    ...freshQuery('GET /api/classes/all'),
    refetchInterval,
  });
}

/** Returns this class and the later ones in its weekly series, soonest first. */
export function useSeries(courseClass: AdminClass | undefined): AdminClass[] {
  const { data = [] } = useQuery({
    ...apiQuery('GET /api/classes/all'),
    enabled: courseClass !== undefined,
  });
  if (!courseClass) return [];
  return laterInSeries(data.find(({ id }) => id === courseClass.id) ?? courseClass, data);
}

export type ClassChange = BodyOf<typeof timetableCalls.changeClasses>;

/** Returns a function that saves a change. Sends the versions first shown, or newer ones after a conflict. */
export function useClassChange(shown: AdminClass[]) {
  const [versions] = useState(() => new Map<number, number>());
  useEffect(() => {
    for (const { id, version } of shown) versions.set(id, versions.get(id) ?? version);
  });
  return (change: ClassChange) => {
    const body = { ...change, versions: Object.fromEntries(versions) };
    return callApi('POST /api/admin/class-changes', { body }).catch((error: ApiError) => {
      const changed = (error.current ?? []) as Pick<AdminClass, 'id' | 'version'>[];
      for (const { id, version } of changed) versions.set(id, version);
      throw error;
    });
  };
}

export function replaceClass(client: QueryClient, edited: AdminClass): void {
  updateCached(client, 'GET /api/classes/all', (classes) =>
    classes
      .map((courseClass) => (courseClass.id === edited.id ? edited : courseClass))
      .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime)),
  );
}

/** Returns null if the class has no limit. */
export const placesOf = ({ places, defaultPlaces }: AdminClass) => places ?? defaultPlaces;

/** Returns false for a class with a meeting problem, because its row shows the problem and offers a retry. */
export function isAwaitingMeeting({ zoomMeetingId, meetingProblem }: AdminClass): boolean {
  return !zoomMeetingId && !meetingProblem;
}

function classesAwaitingMeeting(classes: AdminClass[]): number[] {
  // Include classes with a meeting problem, because their job keeps retrying.
  return classes
    .filter(({ zoomMeetingId, meetingProblem }) => !zoomMeetingId || meetingProblem)
    .filter(({ startTime }) => isUpcoming(new Date(startTime), now()))
    .map(({ id }) => id);
}

export const changedByCanceling: readonly Endpoint[] = [
  'GET /api/classes/all',
  'GET /api/admin/cancellations',
  'GET /api/admin/closed-dates',
  'GET /api/admin/classes/:id',
];

/** Never cached, because people may register at any time. */
export const uncached = { staleTime: 0, gcTime: 0 };

export const instructorsQuery = {
  ...apiQuery('GET /api/instructors'),
  staleTime: 60_000,
  retry: 3,
};

export const useInstructors = () => useQuery(instructorsQuery);

const roomPollMs = 10_000;
const reportPollMs = 60_000;
const reportWaitMs = 2 * 60 * 60 * 1000;

/** Polls until the meeting exists, while the room is open, and for up to two hours until the attendance is final. */
export function useClassPage(id: number) {
  const [untilMeeting] = useState(() =>
    createPolling(({ courseClass }: ClassPage) => classesAwaitingMeeting([courseClass])),
  );
  return useQuery({
    ...freshQuery('GET /api/admin/classes/:id', { params: { id } }),
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
