import type { ReactNode } from 'react';
import { SHOWN_CLASS_NUMBERS } from '../../course/course.ts';
import { FirstSessionsNote } from '../first-sessions-note.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';

/** As tall as what takes its place, so that nothing moves when it comes. */
export function ScheduleSkeleton({ retreatCard }: { retreatCard: ReactNode }) {
  return (
    <>
      <h1>Your Course Schedule</h1>
      <div className="mt-5">{retreatCard}</div>
      <FirstSessionsNote />
      <SkeletonGroup label="Loading your schedule…">
        <div className="grid gap-3">
          {SHOWN_CLASS_NUMBERS.map((classNumber) => (
            <Card key={classNumber}>
              <Skeleton className="w-fit font-semibold text-lg">Class {classNumber}</Skeleton>
              <Skeleton className="w-fit">Tuesday, December 1, 2026</Skeleton>
              <Skeleton className="w-fit">4:00 PM PT · Instructor</Skeleton>
              <div className="mt-4 grid grid-cols-2 gap-3">
                <Skeleton className="h-12" />
                <Skeleton className="h-12" />
              </div>
            </Card>
          ))}
        </div>
      </SkeletonGroup>
      <AddToCalendar />
    </>
  );
}
