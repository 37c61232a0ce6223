/** What is said beside the step of choosing one class. */
import {
  classTypeFor,
  FIRST_CLASS_NUMBER,
  LAST_CLASS_NUMBER,
  LAST_WEEKLY_CLASS_NUMBER,
} from './course.ts';

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
