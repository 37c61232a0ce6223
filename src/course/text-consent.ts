import type { Role } from './roles.ts';

/** The words under which somebody agrees to texts. The record of an agreement quotes them. */

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

interface Site {
  organisation: string;
  courseShortName: string;
}

/**
 * What carriers want to be said besides: who sends, what, how often, and how to get help. The pages put a link to
 * the privacy policy behind it.
 */
export function textTerms(role: Role, { organisation, courseShortName }: Site): string {
  const what =
    role === 'student'
      ? `about your ${courseShortName} classes and retreats, usually 2 a week`
      : 'about sessions and events, 1 a week at most';
  return `The texts come from ${organisation}, ${what}. Reply HELP for help.`;
}

/** Nobody agrees without one. */
export const TEXT_NUMBER_MISSING = 'Please enter the number that we should text.';

/** Where the texts go, as people write the number. */
export function textNumberSentence(number: string): string {
  return `We will text ${number}.`;
}

/** Everybody but students sees the alumni's page. Whoever says no need not have a number. */
export function textConsentShownTo(role: Role, site: Site, number: string | null): string {
  const { choice, note } = role === 'student' ? STUDENT_TEXT_CONSENT : ALUMNI_TEXT_CONSENT;
  const where = number === null ? '' : `${textNumberSentence(number)}\n`;
  return `${choice}\n${where}${note} ${textTerms(role, site)} Privacy Policy`;
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

/** How somebody said no to texts themselves: by a reply such as STOP, or on a page of theirs. */
export type TextRefusal = 'reply' | 'page';

/** Why staff cannot turn somebody's texts on. */
export type StaffConsentProblem = TextRefusal | 'no phone';

/** Null where staff may turn texts on at the person's request. */
export function staffConsentProblem(person: {
  readonly hasPhone: boolean;
  /** The last that the person said themselves, where it was a no. */
  readonly textRefusal: TextRefusal | null;
}): StaffConsentProblem | null {
  if (person.textRefusal) return person.textRefusal;
  return person.hasPhone ? null : 'no phone';
}
