import { OwnNumber } from '../phone-numbers/own-number.tsx';
import { TextConsentScreen } from '../text-consent/text-consent-screen.tsx';
import type { ScreenProps } from './pages.ts';

export { TextOptinScreen } from '../text-consent/text-consent-screen.tsx';

export function TextConsentPage({ isReady }: ScreenProps) {
  return <TextConsentScreen isReady={isReady} OwnNumber={OwnNumber} />;
}
