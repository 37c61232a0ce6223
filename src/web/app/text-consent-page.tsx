import { PAGES } from '../../course/pages.ts';
import { TextConsentScreen } from '../text-consent/text-consent-screen.tsx';
import { StudentPlace } from './student-place.tsx';

export function TextConsentPage() {
  return (
    <StudentPlace page={PAGES.textConsent}>
      <TextConsentScreen />
    </StudentPlace>
  );
}
