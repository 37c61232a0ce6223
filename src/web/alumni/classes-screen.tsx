import { isUpcoming } from '../../course/class-time.ts';
import { useAnswer, wordsOf } from '../call.ts';
import { useNow } from '../server-clock.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { ClassRow } from './class-row.tsx';
import { ClassTable } from './class-table.tsx';
import { ClassesSkeleton } from './classes-skeleton.tsx';

const title = 'Upcoming Classes';
const clockTickMs = 10_000;

export function ClassesScreen() {
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <p className="mt-3 mb-6 text-muted">
        These sessions are for {site.courseShortName} meditators. All times shown in Pacific Time
        (PT).
      </p>
      <UpcomingClasses />
    </>
  );
}

function UpcomingClasses() {
  const { data, error, isFetching, refetch } = useAnswer('GET /api/alumni/classes');
  const now = useNow(clockTickMs);
  if (!data) {
    if (isFetching) return <ClassesSkeleton />;
    const message = wordsOf(error, 'Something went wrong on our side. Please try again.');
    return <ErrorPanel title="Failed to fetch classes" message={message} onRetry={refetch} />;
  }
  const upcoming = data.filter(({ startTime }) => isUpcoming(new Date(startTime), now));
  if (upcoming.length === 0) return <NoClasses />;
  return (
    <ClassTable>
      {upcoming.map((aClass) => (
        <ClassRow key={aClass.id} aClass={aClass} now={now} />
      ))}
    </ClassTable>
  );
}

function NoClasses() {
  return (
    <Card className="py-12 text-center">
      <p className="font-semibold">No upcoming classes found</p>
      <p className="mt-1 text-muted">Please check back later for new scheduled classes</p>
    </Card>
  );
}
