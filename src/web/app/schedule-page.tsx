import { PAGES } from '../../course/pages.ts';
import { RetreatCard, RetreatSkeleton } from '../retreat/retreat-card.tsx';
import { useRetreatRegistration } from '../retreat/retreat-registration.ts';
import { ScheduleScreen, useAttendance } from '../scheduling/schedule-screen.tsx';
import { ScheduleSkeleton } from '../scheduling/schedule-skeleton.tsx';
import { StudentPlace } from './student-place.tsx';

const retreatSkeleton = <RetreatSkeleton />;

export function SchedulePage() {
  // Asked for beside the schedule rather than after it.
  useAttendance();
  const retreat = useRetreatRegistration();
  return (
    <StudentPlace
      page={PAGES.schedule}
      fallback={<ScheduleSkeleton retreatCard={retreatSkeleton} />}
    >
      <ScheduleScreen
        retreatCard={<RetreatCard />}
        retreatSkeleton={retreatSkeleton}
        isRetreatAwaited={retreat.isLoading}
      />
    </StudentPlace>
  );
}
