import { PAGES } from '../../course/pages.ts';
import { OnboardingScreen } from '../scheduling/onboarding-screen.tsx';
import { OnboardingSkeleton } from '../scheduling/onboarding-skeleton.tsx';
import { StudentPlace } from './student-place.tsx';

export function OnboardingPage() {
  return (
    <StudentPlace page={PAGES.onboarding} fallback={<OnboardingSkeleton />}>
      <OnboardingScreen />
    </StudentPlace>
  );
}
