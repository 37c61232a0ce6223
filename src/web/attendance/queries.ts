import { useQuery } from '@tanstack/react-query';
import { countAttendanceChecks } from '../../course/class-time.ts';
import { apiQueryKey, callApi } from '../api.ts';
import { now } from '../server-clock.ts';
import { useOnChange } from '../ui/use-on-change.ts';

/** With the server's time of the request: the records say nothing about a class that ended later. */
async function fetchAttendance() {
  const requestedAt = now();
  return { records: await callApi('GET /api/attendance'), requestedAt };
}

/** Refetched when the student comes back from a class or from another page. */
export function useAttendance() {
  return useQuery({
    queryKey: apiQueryKey('GET /api/attendance'),
    queryFn: fetchAttendance,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
}

/** Calls `check` when a class ends on an open page, and again some minutes later, since reports come late. */
export function useAttendanceChecks(starts: Date[], time: Date, check: () => void): void {
  useOnChange(countAttendanceChecks(starts, time), check);
}
