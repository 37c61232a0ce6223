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

const STOP_WORDS = 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'.split(' ');
const START_WORDS = 'START YES UNSTOP'.split(' ');
const HELP_WORDS = 'HELP INFO'.split(' ');

export type TextReply = 'stop' | 'start' | 'help';

/** What carriers agree that a reply means: the whole reply must be the word, in whatever case. */
export function readTextReply(words: string): TextReply | null {
  const word = words.replace(/[^\p{L}]/gu, '').toUpperCase();
  if (STOP_WORDS.includes(word)) return 'stop';
  if (START_WORDS.includes(word)) return 'start';
  return HELP_WORDS.includes(word) ? 'help' : null;
}
