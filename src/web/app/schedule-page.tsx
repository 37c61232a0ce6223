import { type ReactNode, useCallback, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { countAttendanceChecks } from '../../course/class-time.ts';
import { countScheduleChecks, isNear } from '../../course/next-class.ts';
import { useAttendance } from '../attendance/queries.ts';
import type { FinishedChoosing } from '../messages/text-consent-screen.tsx';
import { useRetreatRegistration } from '../retreats/queries.ts';
import { RetreatCard, RetreatSkeleton } from '../retreats/retreat-card.tsx';
import { AddToCalendar } from '../schedule/add-to-calendar.tsx';
import { findEntryInReach, NextClassBar, useJoinHelp } from '../schedule/next-class-bar.tsx';
import { useScheduleWithLinks } from '../schedule/open-schedule.ts';
import { ScheduleSkeleton } from '../schedule/schedule-layout.tsx';
import { ScheduleScreen } from '../schedule/schedule-screen.tsx';
import { useNow, useOnChange } from '../server-clock.ts';
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
    <Schedule attendance={attendance} retreat={retreat} {...parts} />
  ) : (
    <ScheduleSkeleton retreatCard={retreatSkeleton} {...parts} />
  );
}

interface ScheduleProps {
  attendance: ReturnType<typeof useAttendance>;
  retreat: ReturnType<typeof useRetreatRegistration>;
  calendar: ReactNode;
  hasJustFinished: boolean;
}

function Schedule({ attendance, retreat, ...parts }: ScheduleProps) {
  const schedule = useScheduleWithLinks();
  const now = useNow();
  const { refetch: refetchSchedule } = schedule;
  const { refetch: refetchAttendance } = attendance;
  const refetchBoth = useCallback(() => {
    refetchAttendance();
    refetchSchedule();
  }, [refetchAttendance, refetchSchedule]);
  const starts = (schedule.data ?? [])
    .filter(({ cancellation }) => !cancellation)
    .map((entry) => new Date(entry.class.startTime));
  const help = useJoinHelp(schedule.data ?? []);
  const inReach = findEntryInReach(schedule.data ?? [], attendance.data, now);
  useOnChange(countAttendanceChecks(starts, now), refetchBoth);
  useOnChange(countScheduleChecks(starts, now), refetchSchedule);
  return (
    <>
      <ScheduleScreen
        schedule={schedule}
        attendance={attendance}
        now={now}
        retreatCard={(isMain) => <RetreatCard query={retreat} isMain={isMain} />}
        retreatSkeleton={retreatSkeleton}
        {...parts}
        isRetreatLoading={retreat.isLoading}
        inReach={inReach}
        onTrouble={help.open}
      />
      {inReach && isNear(new Date(inReach.class.startTime), now) && (
        <NextClassBar
          key={`${inReach.id} ${inReach.class.startTime}`}
          entry={inReach}
          now={now}
          onTrouble={() => help.open(inReach)}
        />
      )}
      {help.dialog}
    </>
  );
}
