import { type ReactNode, useCallback, useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { isTimeToJoin } from '../../course/next-class.ts';
import { useAttendance, useAttendanceChecks } from '../attendance/queries.ts';
import { useStudent } from '../auth.tsx';
import { AddToCalendar } from '../calendar/add-to-calendar.tsx';
import { CalendarOffer, MovedCalendarOffer } from '../calendar/calendar-offer.tsx';
import { useRetreatRegistration } from '../retreats/queries.ts';
import { RetreatCard, RetreatSkeleton } from '../retreats/retreat-card.tsx';
import { NextClassBar } from '../scheduling/next-class-bar.tsx';
import { useScheduleChecks, useScheduleWithLinks } from '../scheduling/open-schedule.ts';
import { ScheduleScreen, ScheduleSkeleton } from '../scheduling/schedule-screen.tsx';
import { useNow } from '../server-clock.ts';
import type { FinishedChoosing } from '../text-consent/text-consent-screen.tsx';
import type { ScreenProps } from './pages.ts';

const clockTickMs = 10_000;
const retreatSkeleton = <RetreatSkeleton />;

export function SchedulePage({ isReady }: ScreenProps) {
  // Fetched in parallel with the schedule.
  const attendance = useAttendance();
  const retreat = useRetreatRegistration();
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const calendar = <AddToCalendar isOpen={isCalendarOpen} onToggle={setCalendarOpen} />;
  const hasJustFinished = useHistoryState<FinishedChoosing | null>()?.hasJustFinished === true;
  const { usesStaffLink } = useStudent();
  const calendarOffer = hasJustFinished && !usesStaffLink ? <CalendarOffer /> : null;
  const movedOffer = calendarOffer || usesStaffLink ? null : <MovedCalendarOffer />;
  const parts = { calendar, calendarOffer };
  return isReady ? (
    <Schedule attendance={attendance} retreat={retreat} movedOffer={movedOffer} {...parts} />
  ) : (
    <ScheduleSkeleton retreatCard={retreatSkeleton} {...parts} />
  );
}

interface ScheduleProps {
  attendance: ReturnType<typeof useAttendance>;
  retreat: ReturnType<typeof useRetreatRegistration>;
  calendar: ReactNode;
  calendarOffer: ReactNode;
  movedOffer: ReactNode;
}

function Schedule({ attendance, retreat, ...offers }: ScheduleProps) {
  const schedule = useScheduleWithLinks();
  const now = useNow(clockTickMs);
  const { refetch: refetchSchedule } = schedule;
  const { refetch: refetchAttendance } = attendance;
  const refetchBoth = useCallback(() => {
    refetchAttendance();
    refetchSchedule();
  }, [refetchAttendance, refetchSchedule]);
  const starts = (schedule.data ?? [])
    .filter(({ cancellation }) => !cancellation)
    .map((entry) => new Date(entry.class.startTime));
  // What is to be done then is to join, in the bar.
  const isQuiet = starts.some((startsAt) => isTimeToJoin(startsAt, now));
  useAttendanceChecks(starts, now, refetchBoth);
  useScheduleChecks(starts, now, refetchSchedule);
  return (
    <>
      <ScheduleScreen
        schedule={schedule}
        attendance={attendance}
        now={now}
        retreatCard={<RetreatCard query={retreat} isQuiet={isQuiet} />}
        retreatSkeleton={retreatSkeleton}
        {...offers}
        isRetreatLoading={retreat.isLoading}
        isQuiet={isQuiet}
      />
      <NextClassBar entries={schedule.data ?? []} attendance={attendance.data} now={now} />
    </>
  );
}
