import { OwnNumber } from '../accounts/own-number.tsx';
import { TextConsentScreen } from '../messages/text-consent-screen.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import type { ScreenProps } from './pages.ts';

export { TextOptinScreen } from '../messages/text-consent-screen.tsx';

export function TextConsentPage({ isReady }: ScreenProps) {
  return isReady ? <TextConsentScreen member="student" OwnNumber={OwnNumber} /> : <PageSpinner />;
}
