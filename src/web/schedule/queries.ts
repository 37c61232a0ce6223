import { type QueryClient, useQuery } from '@tanstack/react-query';
import { apiQuery, updateCached } from '../api.ts';

export const scheduleQuery = {
  ...apiQuery('GET /api/schedule'),
  staleTime: 30_000,
};

export function useSchedule() {
  return useQuery(scheduleQuery);
}

/** The student's open request for other class times, or null. */
export const wishQuery = apiQuery('GET /api/class-time-wish');

/** Removes a request for one of these classes from the cache. The server closes a request once the class has a time. */
export function settleWish(client: QueryClient, classNumbers: number[]): Promise<void> {
  return updateCached(client, 'GET /api/class-time-wish', (wish) =>
    wish && classNumbers.includes(wish.classNumber) ? null : wish,
  );
}
