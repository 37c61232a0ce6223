/** Constants and wording that don’t need schemas, for pages that don’t load zod. */
import type { StaffConsentProblem } from '../course/text-consent.ts';

export const TIMELINE_KINDS = {
  classes: 'Classes',
  attendance: 'Attendance',
  messages: 'Messages',
  consent: 'Consent',
  retreats: 'Retreats',
  'sign-in': 'Sign-in',
  edits: 'Edits',
  planned: 'Planned',
  views: 'Page views',
} as const;

export type TimelineKind = keyof typeof TIMELINE_KINDS;

/** In the order of the Problems page, which puts problems that affect everyone first. */
export const PROBLEM_KINDS = [
  'holds',
  'failing-channels',
  'text-limit',
  'late-jobs',
  'overlaps',
  'meetings',
  'seats',
  'not-held',
  'attendance',
  'mails',
  'texts',
  'undelivered-texts',
  'wishes',
  'retreats',
  'webhooks',
  'jobs',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const SHOWN_PROBLEMS = { ofEach: 5, onPage: 20 };

export const STAFF_CONSENT_PROBLEMS: Record<StaffConsentProblem, string> = {
  reply:
    'They opted out by replying to a text. Only they can turn texts back on, by replying START or on their account page. Until then, their carrier blocks every text.',
  page: 'They turned texts off on their account page. Only they can turn texts back on, there or by replying START.',
  'no phone': 'They need a phone number to get texts. Please enter one first.',
};

export const PERSON_COLUMNS = {
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  phoneNumber: 'phone',
  startDate: 'start_date',
  transferStudent: 'transfer',
} as const;

export const classColumn = (classNumber: number) => `class_${classNumber}`;

export const MOST_IMPORT_BYTES = 1024 * 1024;
export const FILE_TOO_LARGE = 'The file is larger than 1 MB. Please split it into smaller files.';
export const FILE_NOT_UTF8 = 'The file isn’t in UTF-8. Please save it as “CSV UTF-8”.';

/** This is low because many mail servers reject large bursts of email. */
export const WELCOME_MAILS_PER_MINUTE = 30;

export const EXPORTED_LISTS = ['students', 'alumni', 'classes'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

export const CLASS_HAS_REGISTRATIONS =
  'There are students registered for this class. It cannot be deleted.';
