import { useParams } from 'wouter';
import { isPast } from '../../course/class-time.ts';
import { formatLongDate, formatTime } from '../../course/format-time.ts';
import { PAST_CLASSES } from '../../course/pages.ts';
import { ApiError, errorMessage } from '../api.ts';
import { useAuth } from '../auth.tsx';
import { useNow } from '../server-clock.ts';
import { CancellationNote } from '../timetable/cancellation-note.tsx';
import { useClassPage } from '../timetable/queries.ts';
import { ErrorPanel } from '../ui/notice.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { ClassActions } from './class-actions.tsx';
import { ClassAttendance } from './class-attendance.tsx';
import { ClassFacts } from './class-facts.tsx';

const clockTickMs = 15_000;

/** The page of one class: before it who comes, while it is held who is there, afterwards who came. */
export function ClassScreen() {
  const { id } = useParams<{ id: string }>();
  const { user } = useAuth();
  const now = useNow(clockTickMs);
  const { data: page, error, refetch } = useClassPage(Number(id));
  const canEdit = user?.canEdit ?? false;
  const isGone = error instanceof ApiError && error.status === 404;
  if (isGone) {
    return (
      <StaffPageHead title="Class not found">
        {errorMessage(error, 'There is no such class.')}
      </StaffPageHead>
    );
  }
  if (error && !page) {
    return (
      <ErrorPanel
        level={1}
        title="The class could not be loaded"
        message={errorMessage(error, 'Something went wrong on our side. Please try again.')}
        onRetry={refetch}
      />
    );
  }
  if (!page) return <PageSpinner />;
  const startsAt = new Date(page.courseClass.startTime);
  return (
    <>
      <StaffPageHead
        title={`${formatLongDate(startsAt)}, ${formatTime(startsAt)}`}
        {...(isPast(startsAt, now) && { from: { href: PAST_CLASSES, name: 'Past classes' } })}
      >
        <ClassFacts page={page} canRetry={canEdit} now={now} />
      </StaffPageHead>
      {page.cancellation ? (
        <CancellationNote cancellation={page.cancellation} canUndo={canEdit} />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-[1fr_17rem]">
          <ClassAttendance page={page} canEdit={canEdit} now={now} />
          <div className="max-lg:order-first">
            <ClassActions page={page} canEdit={canEdit} now={now} />
          </div>
        </div>
      )}
    </>
  );
}
