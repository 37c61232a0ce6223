import { useQuery } from '@tanstack/react-query';
import { countAttendanceChecks } from '../../course/class-time.ts';
import { type ApiResponse, apiQueryKey, callApi } from '../api.ts';
import { now, useOnChange } from '../server-clock.ts';
import { pageAnswers, refetchUnlessFromPage } from '../site.ts';

type Records = ApiResponse<'GET /api/attendance'>;
type Attendance = Awaited<ReturnType<typeof fetchAttendance>>;

/** With the server's time of the request: the records say nothing about a class that ended later. */
async function fetchAttendance() {
  const requestedAt = now();
  return { records: await callApi('GET /api/attendance'), requestedAt };
}

/** Those that came with the page were asked for by the server. */
const withRequestTime = (data: Records | Attendance): Attendance =>
  Array.isArray(data) ? { records: data, requestedAt: new Date(pageAnswers?.askedAt ?? 0) } : data;

/** Refetched when the student comes back from a class or from another page. */
export function useAttendance() {
  return useQuery({
    queryKey: apiQueryKey('GET /api/attendance'),
    queryFn: (): Promise<Records | Attendance> => fetchAttendance(),
    select: withRequestTime,
    refetchOnMount: refetchUnlessFromPage,
    refetchOnWindowFocus: 'always',
  });
}

/** Calls `check` when a class ends on an open page, and again some minutes later, since reports come late. */
export function useAttendanceChecks(starts: Date[], time: Date, check: () => void): void {
  useOnChange(countAttendanceChecks(starts, time), check);
}
