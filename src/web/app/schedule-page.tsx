import { RetreatCard, RetreatSkeleton } from '../retreat/retreat-card.tsx';
import { useRetreatRegistration } from '../retreat/retreat-registration.ts';
import { ScheduleScreen } from '../scheduling/schedule-screen.tsx';

export function SchedulePage() {
  // Asked for beside the schedule rather than after it.
  useRetreatRegistration();
  return <ScheduleScreen retreatCard={<RetreatCard />} retreatSkeleton={<RetreatSkeleton />} />;
}
