import {
  classTypeFor,
  DEFAULT_FIRST_CLASS,
  FIRST_CLASS_NUMBER,
  LAST_CLASS_NUMBER,
  LAST_WEEKLY_CLASS_NUMBER,
} from './course.ts';

/** Shows classes from the default on even if COURSE_FIRST_CLASS is higher, because students may have picked them. */
export function isClassShown(classNumber: number, firstClass: number): boolean {
  return classNumber >= Math.min(firstClass, DEFAULT_FIRST_CLASS);
}

export function classNumbersFrom(firstClass: number): number[] {
  return Array.from(
    { length: LAST_CLASS_NUMBER - firstClass + 1 },
    (_, index) => firstClass + index,
  );
}

const COUNTS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

export function countInWords(count: number): string {
  return COUNTS[count - 1] ?? String(count);
}

/** In title case, for buttons. */
export function allInWords(count: number): string {
  const words = countInWords(count);
  return count === 2 ? 'Both' : `All ${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

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

export function whyFirstClass(firstClass: number): string | null {
  if (firstClass === FIRST_CLASS_NUMBER) return null;
  if (firstClass === FIRST_CLASS_NUMBER + 1) return 'Class 1 is with your teacher.';
  return `Classes 1 ${firstClass === FIRST_CLASS_NUMBER + 2 ? 'and' : 'to'} ${firstClass - 1} are with your teacher.`;
}

export function monthlyNote(classNumber: number): string | null {
  if (classTypeFor(classNumber) === 'Weekly') return null;
  return `Classes ${LAST_WEEKLY_CLASS_NUMBER + 1} to ${LAST_CLASS_NUMBER} are about a month apart.`;
}

function countClasses(count: number): string {
  const words = countInWords(count);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${count === 1 ? 'class' : 'classes'}`;
}

export function describeProgress(done: number, total: number): string {
  if (done === 0) return `${countClasses(total)} ahead of you.`;
  const left = total - done;
  return `${countClasses(done)} done${left === 0 ? '.' : `, ${countInWords(left)} to go.`}`;
}
