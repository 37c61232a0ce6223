import type { ComponentProps, ReactNode } from 'react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { formatComingDay } from '../../course/format-time.ts';
import { classNumbersFrom } from '../../course/shown-classes.ts';
import { useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { Horizon } from '../ui/horizon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { FirstSessionsNote, startOf } from './class-facts.tsx';
import { ClassPath } from './class-path.tsx';
import { looks } from './upcoming-class.tsx';

interface LayoutProps {
  retreatCard: ReactNode;
  calendar: ReactNode;
  hasJustFinished: boolean;
}

export function ScheduleLayout({
  retreatCard,
  calendar,
  hasJustFinished,
  firstShown = site.firstClass,
  children,
  ...progress
}: LayoutProps &
  Pick<ComponentProps<typeof ClassPath>, 'progress' | 'now'> & {
    firstShown?: number | undefined;
    children: ReactNode;
  }) {
  return (
    <>
      <h1 className="mb-4 sm:mb-5">Your Course Schedule</h1>
      {hasJustFinished && (
        <AllSet next={progress.progress?.next} now={progress.now}>
          {calendar}
        </AllSet>
      )}
      <div className="two-columns">
        <div>
          {retreatCard}
          <FirstSessionsNote firstShown={firstShown} />
          <ClassPath firstShown={firstShown} {...progress} />
        </div>
        <div>{children}</div>
        {!hasJustFinished && <div className="max-lg:mt-6">{calendar}</div>}
      </div>
    </>
  );
}

interface AllSetProps {
  next: ScheduleEntry | undefined;
  now?: Date | undefined;
  children: ReactNode;
}

function AllSet({ next, now = new Date(), children }: AllSetProps) {
  const { firstName } = useStudent();
  return (
    <Card as="section" variant="wash" className="mb-4 max-sm:p-4 sm:mb-5">
      <Horizon className="float-right ml-3 w-28 sm:w-44" />
      <p className="heading mb-2">
        {next
          ? `You’re all set. See you ${formatComingDay(startOf(next), now)}, ${firstName}.`
          : `You’re all set, ${firstName}.`}
      </p>
      {children}
    </Card>
  );
}

/** `isInReach` adds space for "Trouble joining?". */
export function ScheduleSkeleton({
  isInReach = false,
  ...parts
}: LayoutProps & { isInReach?: boolean }) {
  return (
    <ScheduleLayout {...parts}>
      <ClassSkeletons numbers={classNumbersFrom(site.firstClass)} isInReach={isInReach} />
    </ScheduleLayout>
  );
}

export function ClassSkeletons({ numbers, isInReach }: { numbers: number[]; isInReach: boolean }) {
  return (
    <SkeletonGroup label="Loading your schedule…">
      <div className="grid gap-3">
        {numbers.map((classNumber, index) => {
          const look = index === 0 ? looks.next : looks.later;
          return (
            <Card key={classNumber} className="max-sm:p-4">
              <Skeleton className="w-fit font-semibold text-lg">Class {classNumber}</Skeleton>
              <div className={look.time}>
                <Skeleton className="w-fit">Tuesday, Dec 1, 2026</Skeleton>
                <Skeleton className="w-fit">4:00 PM PT · Instructor</Skeleton>
              </div>
              <div className={look.actions}>
                <Skeleton className={index === 0 ? 'h-12' : 'h-11 w-24'} />
              </div>
              {index === 0 && isInReach && <Skeleton className="mx-auto mt-1 -mb-2 h-11 w-32" />}
            </Card>
          );
        })}
      </div>
    </SkeletonGroup>
  );
}
