import type { Role } from './roles.ts';

/** The wording that people agree to. We quote it in the consent records. */

const RATES_AND_STOP =
  'Message and data rates may apply. You can reply STOP at any time to stop receiving texts.';

export const TEXT_CHOICES = {
  student: 'Yes, I want to receive text message reminders',
  alumni: 'Send me text reminders about retreats, refresher courses and other events',
};

interface Site {
  organization: string;
  courseShortName: string;
}

/** Carriers require us to name the sender, topic, frequency and HELP keyword. Pages add a privacy policy link. */
export function textTerms(role: Role, { organization, courseShortName }: Site): string {
  const what =
    role === 'student'
      ? `about your ${courseShortName} classes and retreats, usually 2 a week`
      : 'about sessions and events, at most 1 a week';
  return `${RATES_AND_STOP} ${organization} sends these texts ${what}. Reply HELP for help.`;
}

export const TEXT_NUMBER_MISSING = 'Please enter the phone number we should text.';

export function textNumberSentence(number: string): string {
  return `We will text ${number}.`;
}

/** Everyone except students sees the wording for alumni. `number` can be null if the person opts out. */
export function textConsentShownTo(role: Role, site: Site, number: string | null): string {
  const choice = TEXT_CHOICES[role === 'student' ? 'student' : 'alumni'];
  const where = number === null ? '' : `${textNumberSentence(number)}\n`;
  return `${choice}\n${where}${textTerms(role, site)} Privacy Policy`;
}

const STOP_WORDS = 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'.split(' ');
const START_WORDS = 'START YES UNSTOP'.split(' ');
const HELP_WORDS = 'HELP INFO'.split(' ');

export type TextReply = 'stop' | 'start' | 'help';

/** A keyword only counts if it’s the whole reply. Ignores case and everything that isn’t a letter. */
export function readTextReply(words: string): TextReply | null {
  const word = words.replace(/[^\p{L}]/gu, '').toUpperCase();
  if (STOP_WORDS.includes(word)) return 'stop';
  if (START_WORDS.includes(word)) return 'start';
  return HELP_WORDS.includes(word) ? 'help' : null;
}

export type TextRefusal = 'reply' | 'page';

export type StaffConsentProblem = TextRefusal | 'no phone';

export function staffConsentProblem(person: {
  readonly hasPhone: boolean;
  readonly textRefusal: TextRefusal | null;
}): StaffConsentProblem | null {
  if (person.textRefusal) return person.textRefusal;
  return person.hasPhone ? null : 'no phone';
}
