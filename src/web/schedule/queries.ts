import { type QueryClient, useQuery } from '@tanstack/react-query';
import { apiQuery, updateCached } from '../api.ts';

export const scheduleQuery = {
  ...apiQuery('GET /api/schedule'),
  staleTime: 30_000,
};

export function useSchedule() {
  return useQuery(scheduleQuery);
}

export const wishQuery = apiQuery('GET /api/class-time-wish');

/** Removes a class-time request from the cache once the class has a time, because the server has closed the request. */
export function settleWish(client: QueryClient, classNumbers: number[]): Promise<void> {
  return updateCached(client, 'GET /api/class-time-wish', (wish) =>
    wish && classNumbers.includes(wish.classNumber) ? null : wish,
  );
}
