import type { StaffConsentProblem } from '../course/staff-consent.ts';

/** In a file of its own, because the dialogs load it only where it is shown. */
export const STAFF_CONSENT_PROBLEMS: Record<StaffConsentProblem, string> = {
  reply:
    'They stopped texts by reply. Only they can start them again: by replying START, or on their own page. A yes to texts has to be their own, and their carrier holds back every text until then.',
  page: 'They said no to texts on their own page. Only they can start them: there, or by replying START. A yes to texts has to be their own.',
  'no phone': 'Without a phone number they cannot receive texts. Please enter one first.',
};
