import type { RefusedLink } from '../../contract/accounts.ts';
import type { RefusedPlan } from '../../contract/schedule-for-students.ts';
import type { ExistingMember } from '../../contract/staff.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import type { ClassType } from '../../course/course.ts';
import type { SlotProblem } from '../../course/slot-choice.ts';
import type { StaffProblem } from '../../course/staff-choice.ts';
import type { StaffConsentProblem } from '../../course/text-consent.ts';
import type { UndoMoveProblem } from '../../course/undo-move.ts';
import type { PersonLimit } from './person-limits.ts';

/** Why a message cannot be sent again. */
export type OutdatedMessage =
  | 'class-over'
  | 'no-longer-so'
  | 'chosen-again'
  | 'wrong-day'
  | 'sent-once'
  | 'unknown';

/**
 * Every reason why a command or query rejects a request, each with the details that its sentence needs.
 * `http/domain-errors.ts` has the status and the sentence of each.
 */
export interface DomainErrors extends Record<SlotProblem, undefined> {
  'not-found': undefined;
  /** Somebody has saved the row since it was read; `current` is what it holds now. */
  'version-conflict': {
    what:
      | 'class'
      | 'student'
      | 'alumnus'
      | 'member of staff'
      | 'attendance'
      | 'note'
      | 'class time'
      | 'wish';
    attempt: 'save again' | 'delete it' | 'answer it';
    current: object;
  };
  'limit-reached': { limit: PersonLimit };

  'identifier-invalid': undefined;
  'too-many-attempts': undefined;
  /** `worked` says for how long an expired link did, where that is the same for all of its kind. */
  'login-token-invalid': { current: RefusedLink; worked?: string };
  'code-wrong': { left: number };
  /** Tried too often. */
  'code-dead': undefined;
  'code-expired': undefined;
  /** It is the right one, and its link was used or replaced. */
  'code-over': undefined;
  /** Of the code that confirms a number: tried too often. */
  'number-code-dead': undefined;
  'number-code-expired': undefined;
  /** Only whoever has proved to hold the phone is told. */
  'number-of-another': undefined;
  'login-links-for-admins-only': undefined;
  'account-gone': undefined;
  'phone-gone': undefined;
  /** The person has typed it in and not confirmed it yet. */
  'phone-unconfirmed': undefined;
  'staff-sign-in-by-email-only': undefined;
  'access-ended': undefined;
  'last-admin': undefined;

  /** Whose it is, where whoever asks may know: 'Rosa Diaz, a student'. */
  'email-in-use': { owner?: string };
  'phone-in-use': { field: string; owner?: string };
  'phone-invalid': { field: string };
  /** No text would go to this number. */
  'phone-elsewhere': { countries: string };
  /** Somebody says yes to texts and has no number. */
  'number-missing': undefined;
  'person-not-found': undefined;
  'note-deleted': undefined;
  'note-of-another': undefined;
  /** The student took back which class times would suit. */
  'wish-taken-back': undefined;
  'nothing-to-resend': undefined;
  /** A message that would no longer be true, or is of no use any more. */
  'message-outdated': { why: OutdatedMessage };
  /** Staff cannot say yes to texts for somebody who said no, or has no number. */
  'consent-is-the-persons': { why: StaffConsentProblem };
  /** Only the person can say yes to texts. */
  'no-text-consent': undefined;
  /** The words of a search are in more names than can be looked at. */
  'too-many-people-named': undefined;
  /** Mended, dismissed or tried again since the page was read, or it has happened anew. */
  'problem-gone': undefined;
  /** The file as a whole cannot be read; the sentence says why. */
  'import-file-unreadable': { sentence: string };
  /** What was typed to confirm it is not the person's email. */
  'erasure-not-confirmed': undefined;
  'erasure-of-active-staff': undefined;
  /** The starts of their classes to come, soonest first. */
  'erasure-of-instructor': { starts: Date[] };
  /** The email of somebody who is to be staff belongs to a student or alumnus. */
  'email-of-member': { current: ExistingMember };
  'student-has-classes': { count: number };
  /** Staff act for somebody who is no student, or no longer one. */
  'no-student': undefined;
  /** Why a student's own move is not undone. */
  'move-stays': { problem: UndoMoveProblem };
  /** What speaks against a class time that staff choose for a student, and whether a reason would help. */
  'not-for-student': { problem: StaffProblem; needsReason: boolean };
  /** Staff are neither made alumni nor deactivated as students and alumni are. */
  'not-a-member': undefined;
  /** An alumnus who is to be a student, and of whom no start date is known. */
  'start-date-missing': undefined;
  'nothing-to-undo': undefined;
  /** Somebody chose, moved or cancelled one of these classes at the same moment. */
  'classes-just-changed': undefined;

  'class-not-found': undefined;
  'class-deleted': undefined;
  'class-cancelled': undefined;
  'class-begun': undefined;
  'class-over': undefined;
  'cancellation-undone': undefined;
  'undo-too-late': undefined;
  'place-just-taken': undefined;
  /** No classes take place on that day; `name` says why. */
  'date-closed': { date: CalendarDate; name: string };
  'closed-dates-order': undefined;
  'nobody-to-write-to': undefined;
  'text-too-long': { segments: number; most: number };
  'too-many-recipients': { most: number };
  'class-date-missing': undefined;
  'class-date-past': undefined;
  'class-time-past': undefined;
  /** Moved to within minutes, by somebody who has not said that this is meant. */
  'classes-short-notice': undefined;
  'class-short-notice': undefined;
  'class-date-not-allowed': undefined;
  'class-exists': { hasInstructor: boolean };
  'class-has-registrations': undefined;
  /** The names of those who are registered. */
  'class-type-in-use': { registered: string[]; classType: ClassType };
  /** Their names, where they were looked for before the database refused the change. */
  'students-busy-that-week': { students?: string[] };
  'instructor-unknown': undefined;
  'class-number-taken': undefined;
  /** A time was chosen for one class number, and by then another one is the next. */
  'other-class-next': { meant: number; next: number };
  /** Of several classes chosen at once some cannot be had, so none was registered. */
  'plan-refused': { current: RefusedPlan };
  /** The instructor of the class that the host has at that time; null for nobody. */
  'host-busy': { who: string | null; startsAt: Date; isCourseHost: boolean };
  /** As above, for one of the classes that would move to the Zoom user. */
  'zoom-user-busy': { who: string | null; startsAt: Date };

  /** Nobody can say yet who came. */
  'class-not-begun': undefined;
  /** Whose attendance is to be corrected has nothing to do with the class. */
  'not-in-class': undefined;
  /** Somebody else was said to have been there under that name, or nobody was. */
  'guest-name-taken': undefined;

  'class-has-no-meeting': undefined;
  'meeting-out-of-reach': undefined;
  'meeting-gone': undefined;
  'meeting-start-refused': undefined;
  'meeting-provider-down': undefined;

  'retreat-cancelled': undefined;
  'retreat-already-matched': { owner: string };
}

export type DomainErrorName = keyof DomainErrors;

type DetailsOf<Name extends DomainErrorName> = DomainErrors[Name] extends undefined
  ? []
  : [details: DomainErrors[Name]];

/** Thrown by commands and queries. It knows no HTTP: whoever answers the caller decides how to say it. */
export class DomainError<Name extends DomainErrorName = DomainErrorName> extends Error {
  override readonly name: Name;
  readonly details: DomainErrors[Name] | undefined;

  constructor(name: Name, ...[details]: DetailsOf<Name>) {
    super(name);
    this.name = name;
    this.details = details;
  }
}

type Conflict = DomainErrors['version-conflict'];

/**
 * Throws `version-conflict` if the row was saved since it was read. Called with the row locked, so that it stays what is
 * compared here; `readCurrent` is asked only for a conflict.
 */
export async function refuseStale(
  version: number,
  seen: number | undefined,
  what: Conflict['what'],
  readCurrent: () => object | Promise<object>,
  attempt: Conflict['attempt'] = 'save again',
): Promise<void> {
  if (seen === undefined || seen === version) return;
  throw new DomainError('version-conflict', { what, attempt, current: await readCurrent() });
}
