import { formatLongDate, formatTimeSpan } from './format-time.ts';
import { pacificInstant, readPacificDate } from './pacific-time.ts';

export const DEFAULT_RETREAT_TITLE = 'Schedule Your Retreat';

const SMALL_WORDS = new Set(
  'a an and as at but by for from in into nor of on or the to vs with'.split(' '),
);
const LONGEST_ACRONYM = 3;

/** Only a leading letter is raised: '3rd' keeps its r, and quotes may stand before the letter. */
function capitalise(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]*\p{L}/u, (start) => start.toUpperCase());
}

/** 'McKenna', 'iRest' and 'TM' were written so on purpose; 'SILENT' was not. */
function hasOwnSpelling(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  const isMixed = /\p{Ll}/u.test(letters) && /^.+\p{Lu}/u.test(letters);
  const isAcronym = /^\p{Lu}+$/u.test(letters) && letters.length <= LONGEST_ACRONYM;
  return isMixed || isAcronym;
}

/** Capitals say nothing in a title that is all capitals, so such a title is lowered first. */
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
      return hasOwnSpelling(part) ? part : capitalise(part.toLowerCase());
    })
    .join('');
}

export function retreatTitle(title: string | null | undefined): string {
  return titleCase(title ?? '') || DEFAULT_RETREAT_TITLE;
}

/** Transfer students have had their first retreat elsewhere, so the free one is not theirs. */
export function retreatCodeFor(
  student: { readonly transferStudent: boolean },
  code: string,
): string | null {
  return student.transferStudent ? null : code;
}

/**
 * 'Saturday, November 21, 2026, 9:00 AM–5:00 PM PT', or the first and the last day. Null where the description, which is
 * the retreat site's own, says the day already.
 */
export function retreatDate(description: string, startsAt: Date, endsAt: Date): string | null {
  const [first, last] = [formatLongDate(startsAt), formatLongDate(endsAt)];
  if (plainSpaces(description).includes(plainSpaces(first))) return null;
  return first === last ? `${first}, ${formatTimeSpan(startsAt, endsAt)}` : `${first} to ${last}`;
}

const plainSpaces = (text: string) => text.replace(/\s+/g, ' ');

interface TypedTimes {
  /** A day, or nothing. */
  readonly date: string;
  /** As '09:00', on a Pacific wall. */
  readonly from: string;
  readonly until: string;
}

/** When a retreat that somebody typed in begins and ends; both null while its day is not known. */
export function readRetreatTimes({ date, from, until }: TypedTimes) {
  const day = readPacificDate(date);
  if (!day) return { startsAt: null, endsAt: null };
  const at = (time: string) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return pacificInstant(day, hour, minute);
  };
  return { startsAt: at(from), endsAt: at(until) };
}
