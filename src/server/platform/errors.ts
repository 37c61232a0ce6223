import type { RefusedLink } from '../../contract/accounts.ts';
import type { RefusedPlan } from '../../contract/schedule-for-students.ts';
import type { ExistingMember } from '../../contract/staff.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import type { ClassType } from '../../course/course.ts';
import type { SlotProblem } from '../../course/slot-choice.ts';
import type { StaffProblem } from '../../course/staff-choice.ts';
import type { StaffConsentProblem } from '../../course/text-consent.ts';
import type { UndoMoveProblem } from '../../course/undo-move.ts';
import type { WaitingProblem } from '../../course/waiting-list.ts';
import type { PersonLimit } from './person-limits.ts';

export type OutdatedMessage =
  | 'class-over'
  | 'no-longer-so'
  | 'chosen-again'
  | 'wrong-day'
  | 'sent-once'
  | 'unknown';

/** Reasons why a command or query fails, with the details that http/domain-errors.ts needs for its messages. */
export interface DomainErrors extends Record<SlotProblem | WaitingProblem, undefined> {
  'not-found': undefined;
  'version-conflict': {
    what:
      | 'class'
      | 'student'
      | 'alum'
      | 'staff member'
      | 'attendance'
      | 'note'
      | 'class time'
      | 'request';
    attempt: 'save again' | 'delete it' | 'answer it';
    current: object;
  };
  'limit-reached': { limit: PersonLimit };
  'request-key-reused': undefined;

  'identifier-invalid': undefined;
  'too-many-attempts': undefined;
  'login-token-invalid': { current: RefusedLink; worked?: string };
  'code-wrong': { left: number };
  'code-dead': undefined;
  'code-expired': undefined;
  /** The code is right, but its link has been used or replaced. */
  'code-over': undefined;
  /** The page recognizes this error by `confirm`, asks the person to sign in again, and repeats the call. */
  'confirmation-needed': { current: { confirm: true } };
  'passkey-needed': undefined;
  'passkey-refused': undefined;
  'passkey-last': undefined;
  'number-code-dead': undefined;
  'number-code-expired': undefined;
  'number-of-another': undefined;
  'login-links-for-admins-only': undefined;
  'account-gone': undefined;
  'phone-gone': undefined;
  'phone-unconfirmed': undefined;
  'staff-sign-in-by-email-only': undefined;
  'person-deactivated': undefined;
  'last-admin': undefined;

  /** `owner` is, for example, 'Rosa Diaz, a student', or undefined if the caller isn’t allowed to know. */
  'email-in-use': { owner?: string };
  'phone-in-use': { field: string; owner?: string };
  'phone-invalid': { field: string };
  'phone-elsewhere': { countries: string };
  'text-elsewhere': { countries: string };
  'texts-used-up': undefined;
  'number-missing': undefined;
  'person-not-found': undefined;
  'note-deleted': undefined;
  'note-of-another': undefined;
  'wish-taken-back': undefined;
  'nothing-to-resend': undefined;
  'message-outdated': { why: OutdatedMessage };
  /** The person opted out or has no phone number, so staff can't opt them in. */
  'consent-is-the-persons': { why: StaffConsentProblem };
  'no-text-consent': undefined;
  'too-many-people-named': undefined;
  'problem-gone': undefined;
  'import-file-unreadable': { sentence: string };
  'erasure-not-confirmed': undefined;
  'erasure-of-active-staff': undefined;
  'erasure-of-instructor': { starts: Date[] };
  'email-of-member': { current: ExistingMember };
  'student-has-classes': { count: number };
  'no-student': undefined;
  'move-stays': { problem: UndoMoveProblem };
  'not-for-student': { problem: StaffProblem; needsReason: boolean };
  'not-a-member': undefined;
  'start-date-missing': undefined;
  'nothing-to-undo': undefined;
  'classes-just-changed': undefined;

  'class-not-found': undefined;
  'class-deleted': undefined;
  'class-canceled': undefined;
  'class-begun': undefined;
  'class-over': undefined;
  'cancellation-undone': undefined;
  'undo-too-late': undefined;
  'place-just-taken': undefined;
  'date-closed': { date: CalendarDate; name: string };
  'closed-dates-order': undefined;
  'nobody-to-write-to': undefined;
  'text-too-long': { segments: number; most: number };
  'too-many-recipients': { most: number };
  'class-date-missing': undefined;
  'class-date-past': undefined;
  'class-time-past': undefined;
  'classes-short-notice': undefined;
  'class-short-notice': undefined;
  'class-date-not-allowed': undefined;
  /** `now` lists the current time and instructor of each class that has changed. */
  'classes-changed': { now: string[]; current: { id: number; version: number }[] };
  'class-exists': { hasInstructor: boolean; startsAt: Date };
  'class-has-registrations': undefined;
  'class-type-in-use': { registered: string[]; classType: ClassType };
  'too-few-places': { taken: number; held: number };
  /** `students` is undefined if a database constraint found the conflict, because it doesn't say who is affected. */
  'students-busy-that-week': { students?: string[] };
  'instructor-unknown': undefined;
  'class-number-taken': undefined;
  'other-class-next': { meant: number; next: number };
  'plan-refused': { current: RefusedPlan };
  /** `who` is the instructor of the host’s other class, or null if it has none or we don't know. */
  'host-busy': { who: string | null; startsAt: Date; isCourseHost: boolean };
  'zoom-user-busy': { who: string | null; startsAt: Date };

  'class-not-begun': undefined;
  'not-in-class': undefined;
  'guest-name-taken': undefined;

  'class-has-no-meeting': undefined;
  'meeting-out-of-reach': undefined;
  'meeting-gone': undefined;
  'meeting-start-refused': undefined;
  'meeting-provider-down': undefined;

  'retreat-canceled': undefined;
  'retreat-already-matched': { owner: string };
}

export type DomainErrorName = keyof DomainErrors;

type DetailsOf<Name extends DomainErrorName> = DomainErrors[Name] extends undefined
  ? []
  : [details: DomainErrors[Name]];

export class DomainError<Name extends DomainErrorName = DomainErrorName> extends Error {
  override readonly name: Name;
  readonly details: DomainErrors[Name] | undefined;

  constructor(name: Name, ...[details]: DetailsOf<Name>) {
    super(name);
    this.name = name;
    this.details = details;
  }
}

/** A row, and the version that the editor saw, if we know it. */
export interface Seen {
  id: number;
  version: number | undefined;
}

type Conflict = DomainErrors['version-conflict'];

/** Throws `version-conflict` if the row has changed since it was read. The caller must lock the row first. */
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
