import {
  classTypeFor,
  DEFAULT_FIRST_CLASS,
  FIRST_CLASS_NUMBER,
  LAST_CLASS_NUMBER,
  LAST_WEEKLY_CLASS_NUMBER,
} from './course.ts';

/** Which classes a schedule shows, and what it says of the sessions before them. */

/**
 * From class 5 on, and the earlier ones where students choose those here, too. With a later first class a
 * student may still have a 5 or 6 that was chosen before the setting changed: it is shown.
 */
export function isClassShown(classNumber: number, firstClass: number): boolean {
  return classNumber >= Math.min(firstClass, DEFAULT_FIRST_CLASS);
}

/** The classes that a student chooses here, all of which a complete schedule has. */
export function classNumbersFrom(firstClass: number): number[] {
  return Array.from(
    { length: LAST_CLASS_NUMBER - firstClass + 1 },
    (_, index) => firstClass + index,
  );
}

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** 'six', for as many as a course has classes */
export function countInWords(count: number): string {
  return COUNTS[count - 1] ?? String(count);
}

/** 'all six'; 'both' of two. */
export function allInWords(count: number): string {
  return count === 2 ? 'both' : `all ${countInWords(count)}`;
}

/** Null where the schedule has every class: then the teacher has booked none. */
export function firstSessionsNote(firstShown: number, courseShortName: string): string | null {
  const count = COUNTS[firstShown - 2];
  if (count === undefined) return null;
  const shown =
    firstShown === LAST_CLASS_NUMBER
      ? `Class ${LAST_CLASS_NUMBER} follows`
      : `Classes ${firstShown} to ${LAST_CLASS_NUMBER} follow`;
  const dates =
    count === 'one'
      ? 'your first session. The date of that session is'
      : `your first ${count} sessions. The dates of those ${count} are`;
  return `${shown} ${dates} in the booking confirmation email from your teacher. Its subject reads “Next steps for your ${courseShortName} course”.`;
}

/** What is said beside the step of choosing one class. */

/** Why the first class that one chooses here is not class 1; null where it is. */
export function whyFirstClass(firstClass: number): string | null {
  if (firstClass === FIRST_CLASS_NUMBER) return null;
  if (firstClass === FIRST_CLASS_NUMBER + 1) return 'Class 1 is with your teacher.';
  return `Classes 1 ${firstClass === FIRST_CLASS_NUMBER + 2 ? 'and' : 'to'} ${firstClass - 1} are with your teacher.`;
}

/** Why there are suddenly fewer times, further apart; null for a weekly class. */
export function monthlyNote(classNumber: number): string | null {
  if (classTypeFor(classNumber) === 'Weekly') return null;
  return `Classes ${LAST_WEEKLY_CLASS_NUMBER + 1} to ${LAST_CLASS_NUMBER} are monthly, about a month apart.`;
}
