import { useQuery } from '@tanstack/react-query';
import { INSTRUCTORS_RETRIES, INSTRUCTORS_STALE_MS } from '../../course/course.ts';
import { call, keyOf } from '../call.ts';

/** Asked for by the dialogs alone, so only while one of them is open. */
export function useInstructors() {
  return useQuery({
    queryKey: keyOf('GET /api/instructors'),
    queryFn: () => call('GET /api/instructors'),
    staleTime: INSTRUCTORS_STALE_MS,
    retry: INSTRUCTORS_RETRIES,
  });
}
