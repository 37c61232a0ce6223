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

/** Everybody but students sees the alumni's page. */
export function textConsentShownTo(role: Role, site: Site): string {
  const { choice, note } = role === 'student' ? STUDENT_TEXT_CONSENT : ALUMNI_TEXT_CONSENT;
  return `${choice}\n${note} ${textTerms(role, site)} Privacy Policy`;
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
export const STAFF_CONSENT_PROBLEMS = {
  reply:
    'They stopped texts by reply. Only they can start them again: by replying START, or on their own page. A yes to texts has to be their own, and their carrier holds back every text until then.',
  page: 'They said no to texts on their own page. Only they can start them: there, or by replying START. A yes to texts has to be their own.',
  'no phone': 'Without a phone number they cannot receive texts. Please enter one first.',
} as const;

/** Null where staff may turn texts on at the person's request. */
export function staffConsentProblem(person: {
  readonly hasPhone: boolean;
  /** The last that the person said themselves, where it was a no. */
  readonly textRefusal: TextRefusal | null;
}): keyof typeof STAFF_CONSENT_PROBLEMS | null {
  if (person.textRefusal) return person.textRefusal;
  return person.hasPhone ? null : 'no phone';
}
