import { useQuery } from '@tanstack/react-query';
import { schedulingCalls } from '../contract/scheduling.ts';
import { SCHEDULE_CACHE_MS } from '../course/course.ts';
import { call, keyOf } from './call.ts';

/** The student's registrations: what their schedule shows and what decides where they belong. */
export function useSchedule() {
  return useQuery({
    queryKey: keyOf(schedulingCalls.getSchedule),
    queryFn: () => call(schedulingCalls.getSchedule),
    staleTime: SCHEDULE_CACHE_MS,
  });
}
