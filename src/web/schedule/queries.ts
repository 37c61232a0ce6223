import { type QueryClient, useQuery } from '@tanstack/react-query';
import { apiQuery, updateCached } from '../api.ts';

export const scheduleQuery = {
  ...apiQuery('GET /api/schedule'),
  staleTime: 30_000,
};

/** The student's registrations: what their schedule shows and what decides where they belong. */
export function useSchedule() {
  return useQuery(scheduleQuery);
}

/** Times that would suit, as the student told staff; null where none of theirs waits. */
export const wishQuery = apiQuery('GET /api/class-time-wish');

/** A class that has got a time has no wish that waits: the server has settled it. */
export function settleWish(client: QueryClient, classNumbers: number[]): Promise<void> {
  return updateCached(client, 'GET /api/class-time-wish', (wish) =>
    wish && classNumbers.includes(wish.classNumber) ? null : wish,
  );
}
