/* Words and kinds without schemas: a page that needs only these loads no zod. */
import type { StaffConsentProblem } from '../course/text-consent.ts';

/** What the timeline of a person can be filtered by, in the order in which the page offers it. */
export const TIMELINE_KINDS = {
  classes: 'Classes',
  attendance: 'Attendance',
  messages: 'Messages',
  consent: 'Consent',
  retreats: 'Retreats',
  'sign-in': 'Sign-in',
  edits: 'Edits',
  planned: 'Planned',
  views: 'Who looked',
} as const;

export type TimelineKind = keyof typeof TIMELINE_KINDS;

/** In the order in which the page shows them: first what concerns everybody. */
export const PROBLEM_KINDS = [
  'holds',
  'failing-channels',
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

/** How many of each kind stand on the page of all kinds, and on a page of one kind. */
export const SHOWN_PROBLEMS = { ofEach: 5, onPage: 20 };

/** Why staff cannot say yes to texts for someone. */
export const STAFF_CONSENT_PROBLEMS: Record<StaffConsentProblem, string> = {
  reply:
    'They stopped texts by reply. Only they can start them again: by replying START, or on their own page. A yes to texts has to be their own, and their carrier holds back every text until then.',
  page: 'They said no to texts on their own page. Only they can start them: there, or by replying START. A yes to texts has to be their own.',
  'no phone': 'Without a phone number they cannot receive texts. Please enter one first.',
};

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

/** How long a file may be. */
export const MOST_IMPORT_BYTES = 1024 * 1024;
export const FILE_TOO_LARGE = 'The file is larger than 1 MB. Please divide it into smaller ones.';
export const FILE_NOT_UTF8 = 'The file is not in UTF-8. Please save it as “CSV UTF-8”.';

/** One every two seconds: mail servers refuse whoever brings hundreds at once. */
export const WELCOME_MAILS_PER_MINUTE = 30;

export const EXPORTED_LISTS = ['students', 'alumni', 'classes'] as const;
export type ExportedList = (typeof EXPORTED_LISTS)[number];

/** What the server says, and a page that does without the schemas says too. */
export const identifierMissing = 'Email or phone number is required';
export const ownSignInNeeded =
  'You’re signed in with a link our staff shared with you. To manage your account or calendar, log out and sign in with a link sent to your own email or phone.';
