import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { TextConsentForm } from '../text-consent/text-consent-form.tsx';

/** What students are asked, for anybody to look at. Nothing is saved. */
export function TextOptinPage() {
  const [, navigate] = useLocation();
  return <TextConsentForm onContinue={() => navigate(PAGES.yourSchedule)} />;
}
