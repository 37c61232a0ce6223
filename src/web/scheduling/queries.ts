import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';

export const scheduleQuery = {
  ...apiQuery('GET /api/schedule'),
  staleTime: 30_000,
};

/** The student's registrations: what their schedule shows and what decides where they belong. */
export function useSchedule() {
  return useQuery(scheduleQuery);
}
