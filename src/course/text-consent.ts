/** The words under which somebody agrees to texts. The record of an agreement quotes them. */
import type { Role } from './roles.ts';

const RATES_AND_STOP =
  'Message and data rates may apply. You can reply STOP at any time to stop receiving texts.';

export const STUDENT_TEXT_CONSENT = {
  choice: 'Yes, I want to receive text message reminders',
  note: RATES_AND_STOP,
} as const;

export const ALUMNI_TEXT_CONSENT = {
  choice: 'Send me text reminders about retreats, refresher courses and other events',
  note: RATES_AND_STOP,
} as const;

/** Everybody but students sees the alumni's page. */
export function textConsentShownTo(role: Role): string {
  const { choice, note } = role === 'student' ? STUDENT_TEXT_CONSENT : ALUMNI_TEXT_CONSENT;
  return `${choice}\n${note}`;
}
