import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import { PAGES } from '../../course/pages.ts';
import { site } from '../site.ts';
import { StudentPlace } from '../student-place.tsx';
import { ProgressBars } from '../ui/progress-bars.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AboutClasses, ClassChoice } from './class-choice.tsx';
import { SlotsToCome } from './slot-list.tsx';

export function OnboardingScreen() {
  return (
    <StudentPlace page={PAGES.onboarding} fallback={<OnboardingSkeleton />}>
      <ClassChoice />
    </StudentPlace>
  );
}

function OnboardingSkeleton() {
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
