import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import { site } from '../site.ts';
import { ProgressBars } from '../ui/progress-bars.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AboutClasses } from './onboarding-screen.tsx';
import { SlotsToCome } from './slot-list.tsx';

export function OnboardingSkeleton() {
  return (
    <>
      <ProgressBars total={LAST_CLASS_NUMBER - site.firstClass + 1} done={0} />
      <Skeleton className="mt-2 w-fit text-sm">Class 5 of 10</Skeleton>
      <Skeleton className="mt-2 w-fit">
        <h1>Select Time for Class 5</h1>
      </Skeleton>
      <AboutClasses />
      <SlotsToCome layout="grid" />
    </>
  );
}
