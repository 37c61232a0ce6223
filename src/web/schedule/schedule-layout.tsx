import type { ReactNode } from 'react';
import { formatComingDay } from '../../course/format-time.ts';
import { classNumbersFrom } from '../../course/shown-classes.ts';
import { useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { Horizon } from '../ui/horizon.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { FirstSessionsNote, startOf } from './class-facts.tsx';
import { ClassPath, type Progress } from './class-path.tsx';
import { looks } from './upcoming-class.tsx';

interface LayoutProps {
  retreatCard: ReactNode;
  calendar: ReactNode;
  hasJustFinished: boolean;
}

interface ScheduleLayoutProps extends LayoutProps {
  firstShown?: number | undefined;
  progress?: Progress | undefined;
  children: ReactNode;
}

export function ScheduleLayout(props: ScheduleLayoutProps) {
  const { retreatCard, calendar, hasJustFinished, progress, children } = props;
  const { firstShown = site.firstClass } = props;
  return (
    <>
      <h1 className="mb-4 sm:mb-5">Your Course Schedule</h1>
      {hasJustFinished && <AllSet progress={progress}>{calendar}</AllSet>}
      <div className="two-columns">
        <div>
          {retreatCard}
          <FirstSessionsNote firstShown={firstShown} />
          <ClassPath firstShown={firstShown} progress={progress} />
        </div>
        <div>{children}</div>
        {!hasJustFinished && <div className="max-lg:mt-6">{calendar}</div>}
      </div>
    </>
  );
}

function AllSet({ progress, children }: Pick<ScheduleLayoutProps, 'progress' | 'children'>) {
  const { firstName } = useStudent();
  return (
    <Card as="section" variant="wash" className="mb-4 max-sm:p-4 sm:mb-5">
      <Horizon className="float-right ml-3 w-28 sm:w-44" />
      <p className="heading mb-2">
        {progress?.next
          ? `You’re all set. See you ${formatComingDay(startOf(progress.next), progress.now)}, ${firstName}.`
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
