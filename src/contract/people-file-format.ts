import { LAST_CLASS_NUMBER } from '../course/course.ts';

/** The columns of a file of people beside those of their classes, by the fields of the call that adds one person. */
export const PERSON_COLUMNS = {
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  phoneNumber: 'phone',
  startDate: 'start_date',
  transferStudent: 'transfer',
} as const;

export const classColumn = (classNumber: number) => `class_${classNumber}`;

/** The numbers of the classes that students choose here, each with a column of its own. */
export function classNumbersFrom(firstClass: number): number[] {
  return Array.from({ length: LAST_CLASS_NUMBER - firstClass + 1 }, (_, at) => firstClass + at);
}

/** How long a file may be. */
export const MOST_IMPORT_BYTES = 1024 * 1024;
export const FILE_TOO_LARGE = 'The file is larger than 1 MB. Please divide it into smaller ones.';
export const FILE_NOT_UTF8 = 'The file is not in UTF-8. Please save it as “CSV UTF-8”.';

/** One every two seconds: mail servers refuse whoever brings hundreds at once. */
export const WELCOME_MAILS_PER_MINUTE = 30;

export const EXPORTED_LISTS = ['students', 'alumni', 'classes'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];
