import { PAGES } from '../../course/pages.ts';
import { RetreatRegistrationScreen } from '../retreat/retreat-registration-screen.tsx';
import { StudentPlace } from './student-place.tsx';

export function RetreatRegistrationPage() {
  return (
    <StudentPlace page={PAGES.retreatRegistration}>
      <RetreatRegistrationScreen />
    </StudentPlace>
  );
}
