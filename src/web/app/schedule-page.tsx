import { useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { useAttendance } from '../attendance/queries.ts';
import type { FinishedChoosing } from '../messages/text-consent/text-consent-screen.tsx';
import { useRetreatRegistration } from '../retreats/queries.ts';
import { RetreatCard, RetreatSkeleton } from '../retreats/retreat-card.tsx';
import { AddToCalendar } from '../schedule/add-to-calendar.tsx';
import { ScheduleSkeleton } from '../schedule/schedule-layout.tsx';
import { ScheduleScreen } from '../schedule/schedule-screen.tsx';
import type { ScreenProps } from './pages.ts';

const retreatSkeleton = <RetreatSkeleton />;

export function SchedulePage({ isReady }: ScreenProps) {
  // Start these requests here, so that attendance and the retreat load in parallel with the schedule.
  const attendance = useAttendance();
  const retreat = useRetreatRegistration();
  const calendarFold = useState(false);
  const hasJustFinished = useHistoryState<FinishedChoosing | null>()?.hasJustFinished === true;
  const parts = { calendar: <AddToCalendar fold={calendarFold} />, hasJustFinished };
  return isReady ? (
    <ScheduleScreen
      attendance={attendance}
      retreatCard={(isMain) => <RetreatCard query={retreat} isMain={isMain} />}
      retreatSkeleton={retreatSkeleton}
      isRetreatLoading={retreat.isLoading}
      {...parts}
    />
  ) : (
    <ScheduleSkeleton retreatCard={retreatSkeleton} {...parts} />
  );
}
