import { formatLongDate, formatTimeSpan } from './format-time.ts';
import { pacificInstant, readPacificDate } from './pacific-time.ts';

export const DEFAULT_RETREAT_TITLE = 'Schedule Your Retreat';

const SMALL_WORDS = new Set(
  'a an and as at but by for from in into nor of on or the to vs with'.split(' '),
);
const LONGEST_ACRONYM = 3;

/** Capitalizes the first character after any quotation marks. If that is a digit, as in '3rd', changes nothing. */
function capitalize(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]*\p{L}/u, (start) => start.toUpperCase());
}

/** The capitals in 'McKenna', 'iRest' and 'TM' are intentional, but those in 'SILENT' aren’t. */
function hasOwnSpelling(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  const isMixed = /\p{Ll}/u.test(letters) && /^.+\p{Lu}/u.test(letters);
  const isAcronym = /^\p{Lu}+$/u.test(letters) && letters.length <= LONGEST_ACRONYM;
  return isMixed || isAcronym;
}

/** If a title is in all caps, lowercases it first, so that its short words don’t count as acronyms. */
function titleCase(text: string): string {
  const title = /\p{Ll}/u.test(text) ? text : text.toLowerCase();
  const parts = title
    .trim()
    .replace(/\s+/gu, ' ')
    .split(/([ /\-–—]+)/u);
  return parts
    .map((part, index) => {
      const isInside = index > 0 && index < parts.length - 1;
      if (isInside && SMALL_WORDS.has(part.toLowerCase())) return part.toLowerCase();
      return hasOwnSpelling(part) ? part : capitalize(part.toLowerCase());
    })
    .join('');
}

export function retreatTitle(title: string | null | undefined): string {
  return titleCase(title ?? '') || DEFAULT_RETREAT_TITLE;
}

/** Only a student’s first retreat is free, and transfer students took theirs elsewhere. */
export function retreatCodeFor(student: { readonly transferStudent: boolean }, code: string) {
  return student.transferStudent ? null : code;
}

/**
 * Returns 'Saturday, November 21, 2026, 9:00 AM–5:00 PM PT', for example, or the first and last day of a longer
 * retreat. Returns null if the description already includes the date of the first day.
 */
export function retreatDate(description: string, startsAt: Date, endsAt: Date): string | null {
  const [first, last] = [formatLongDate(startsAt), formatLongDate(endsAt)];
  if (plainSpaces(description).includes(plainSpaces(first))) return null;
  return first === last ? `${first}, ${formatTimeSpan(startsAt, endsAt)}` : `${first} to ${last}`;
}

const plainSpaces = (text: string) => text.replace(/\s+/g, ' ');

interface TypedTimes {
  readonly date: string;
  readonly from: string;
  readonly until: string;
}

export function readRetreatTimes({ date, from, until }: TypedTimes) {
  const day = readPacificDate(date);
  if (!day) return { startsAt: null, endsAt: null };
  const at = (time: string) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return pacificInstant(day, hour, minute);
  };
  return { startsAt: at(from), endsAt: at(until) };
}
