import { useQuery } from '@tanstack/react-query';
import type { AttendanceProblem } from '../../contract/attendance.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { apiQuery } from '../api.ts';
import { RetryReports } from './retry-reports.tsx';

const maxShown = 3;

/** Classes of which Zoom does not say who came. They are over, so no row of the table can say it. */
export function AttendanceProblems({ canRetry }: { canRetry: boolean }) {
  const { data } = useQuery({
    ...apiQuery('GET /api/admin/attendance-problems'),
    refetchOnMount: 'always',
  });
  if (!data || data.length === 0) return null;
  return (
    <section
      aria-label="Attendance that could not be read"
      className="mb-4 grid gap-3 rounded-control bg-warning-soft px-4 py-3"
    >
      {data.map(({ problem, classes }) => (
        <div key={problem}>
          <p className="font-semibold text-warning">Attendance of {nameClasses(classes)}</p>
          <p className="text-sm wrap-anywhere">{problem}</p>
        </div>
      ))}
      {canRetry && <RetryReports />}
    </section>
  );
}

function nameClasses(classes: AttendanceProblem['classes']): string {
  const names = classes
    .slice(0, maxShown)
    .map(({ startTime }) => formatSpokenSlot(new Date(startTime)));
  const more = classes.length - names.length;
  return more > 0 ? `${names.join('; ')} and ${more} more classes` : names.join('; ');
}
