import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JourneyList } from '../../contract/journey.ts';
import { apiQuery } from '../api.ts';

export function useJourney() {
  return useQuery({ ...apiQuery('GET /api/admin/journey'), refetchOnMount: 'always' });
}

/** One page of a group; the page before stays on the screen until the next has come. */
export function useJourneyPeople(list: JourneyList & { page: number }) {
  return useQuery({
    ...apiQuery('GET /api/admin/journey/people', { query: list }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Without a week, of the last one that is over. */
export function useWeekNumbers(week: string | undefined) {
  return useQuery({
    ...apiQuery('GET /api/admin/journey/week', { query: { week } }),
    placeholderData: keepPreviousData,
  });
}
