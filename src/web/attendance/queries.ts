import { useQuery } from '@tanstack/react-query';
import { type ApiResponse, apiQueryKey, callApi } from '../api.ts';
import { now } from '../server-clock.ts';
import { pageAnswers, refetchUnlessFromPage } from '../site.ts';

type Records = ApiResponse<'GET /api/attendance'>;
type Attendance = Awaited<ReturnType<typeof fetchAttendance>>;

/** Also returns the request time, because the records don't cover classes that ended after the request. */
async function fetchAttendance() {
  const requestedAt = now();
  return { records: await callApi('GET /api/attendance'), requestedAt };
}

/** If the records came with the page, uses the time when the server loaded them. */
const withRequestTime = (data: Records | Attendance): Attendance =>
  Array.isArray(data) ? { records: data, requestedAt: new Date(pageAnswers?.askedAt ?? 0) } : data;

export function useAttendance() {
  return useQuery({
    queryKey: apiQueryKey('GET /api/attendance'),
    queryFn: (): Promise<Records | Attendance> => fetchAttendance(),
    select: withRequestTime,
    refetchOnMount: refetchUnlessFromPage,
    refetchOnWindowFocus: 'always',
  });
}
