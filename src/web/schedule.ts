import { useQuery } from '@tanstack/react-query';
import { SCHEDULE_CACHE_MS } from '../course/course.ts';
import { call, keyOf } from './call.ts';

/** The student's registrations: what their schedule shows and what decides where they belong. */
export function useSchedule() {
  return useQuery({
    queryKey: keyOf('GET /api/schedule'),
    queryFn: () => call('GET /api/schedule'),
    staleTime: SCHEDULE_CACHE_MS,
  });
}
