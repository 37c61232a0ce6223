import { OwnNumber } from '../accounts/own-number.tsx';
import { TextConsentScreen } from '../messages/text-consent-screen.tsx';
import type { ScreenProps } from './pages.ts';

export { TextOptinScreen } from '../messages/text-consent-screen.tsx';

export function TextConsentPage({ isReady }: ScreenProps) {
  return <TextConsentScreen isReady={isReady} OwnNumber={OwnNumber} />;
}
