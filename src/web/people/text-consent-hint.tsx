import { STAFF_CONSENT_PROBLEMS } from '../../contract/staff-consent-words.ts';
import type { StaffConsentProblem } from '../../course/staff-consent.ts';

export function TextConsentHint({ problem }: { problem: StaffConsentProblem }) {
  return STAFF_CONSENT_PROBLEMS[problem];
}
