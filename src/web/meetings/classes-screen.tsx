import { type ReactNode, useState } from 'react';
import { isUpcoming } from '../../course/class-state.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { useApiQuery } from '../api.ts';
import { useNow } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/horizon.tsx';
import { LoadFailed } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { ClassRow } from './class-row.tsx';

const title = 'Upcoming Classes';
const pageSize = 20;

export function ClassesScreen({ textChoice }: { textChoice: ReactNode }) {
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <p className="mt-3 mb-6 text-muted">
        These sessions are for {site.courseShortName} meditators. All times shown in Pacific Time
        (PT).
      </p>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-8 lg:has-[section]:grid-cols-[minmax(0,1fr)_20rem]">
        <UpcomingClasses />
        {textChoice}
      </div>
    </>
  );
}

function UpcomingClasses() {
  const { data, error, isFetching, refetch } = useApiQuery('GET /api/alumni/classes');
  const now = useNow();
  const [limit, setLimit] = useState(pageSize);
  if (!data) {
    if (isFetching) return <ClassesSkeleton />;
    return <LoadFailed title="Failed to fetch classes" error={error} onRetry={refetch} />;
  }
  const upcoming = data.filter(({ startTime }) => isUpcoming(new Date(startTime), now));
  if (upcoming.length === 0) {
    return (
      <Empty
        text="No upcoming classes found"
        advice="Please check back later for new scheduled classes"
      />
    );
  }
  const shown = upcoming.slice(0, limit);
  const days = shown.map(({ startTime }) => pacificDate(new Date(startTime)));
  const left = upcoming.length - shown.length;
  return (
    <div>
      <ClassTable>
        {shown.map((courseClass, index) => (
          <ClassRow
            key={courseClass.id}
            courseClass={courseClass}
            now={now}
            isOnSameDay={days[index] === days[index - 1]}
            isFirst={index === 0}
          />
        ))}
      </ClassTable>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted text-sm">
          {left > 0 && `${shown.length} of ${upcoming.length} classes`}
        </p>
        {left > 0 && (
          <Button variant="quiet" onClick={() => setLimit(limit + pageSize)}>
            Show More
          </Button>
        )}
      </div>
    </div>
  );
}

const columns = ['Day', 'Date', 'Time', 'Instructor', 'Join'];

function ClassTable({ children }: { children: ReactNode }) {
  return (
    <div className="sm:overflow-x-auto sm:rounded-card sm:border sm:border-line sm:bg-card sm:shadow-card">
      <table className="w-full text-left max-sm:block">
        <caption className="sr-only">Upcoming classes</caption>
        <thead className="max-sm:sr-only">
          <tr className="bg-neutral-soft/60">
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className="px-2 py-2.5 font-semibold text-muted text-sm first:pl-5 last:pr-5 last:text-right"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">{children}</tbody>
      </table>
    </div>
  );
}

const rows = [1, 2, 3, 4, 5, 6, 7, 8];

function ClassesSkeleton() {
  return (
    <SkeletonGroup
      label="Loading classes…"
      className="sm:rounded-card sm:border sm:border-line sm:bg-card sm:shadow-card"
    >
      <div className="h-11 rounded-t-card bg-neutral-soft/60 max-sm:hidden" />
      {rows.map((row) => (
        <div
          key={row}
          className="flex items-center justify-between border-line max-sm:mt-3 max-sm:h-26 max-sm:rounded-card max-sm:border max-sm:bg-card max-sm:px-4 sm:h-14 sm:border-t sm:px-5"
        >
          <Skeleton className="h-4 w-32 sm:w-64" />
          <Skeleton className="h-9 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
