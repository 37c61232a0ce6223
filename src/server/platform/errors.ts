import type { RefusedLink } from '../../contract/accounts.ts';
import type { RefusedPlan } from '../../contract/schedule-for-students.ts';
import type { ExistingMember } from '../../contract/staff.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import type { ClassType } from '../../course/course.ts';
import type { StaffProblem } from '../../course/staff-choice.ts';
import type { StaffConsentProblem } from '../../course/text-consent.ts';
import type { UndoMoveProblem } from '../../course/undo-move.ts';
import type { DomainErrorName, OutdatedMessage } from '../http/domain-errors.ts';
import type { PersonLimit } from './person-limits.ts';

/** The details of errors that have any. http/domain-errors.ts has every error, with its sentence. */
interface ErrorDetails {
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

  'login-token-invalid': { current: RefusedLink; worked?: string };
  'code-wrong': { left: number };
  /** The page recognizes this error by `confirm`, asks the person to sign in again, and repeats the call. */
  'confirmation-needed': { current: { confirm: true } };

  /** `owner` is, for example, 'Rosa Diaz, a student', or undefined if the caller isn’t allowed to know. */
  'email-in-use': { owner?: string };
  'phone-in-use': { field: string; owner?: string };
  'phone-invalid': { field: string };
  'phone-elsewhere': { countries: string };
  'text-elsewhere': { countries: string };
  'message-outdated': { why: OutdatedMessage };
  /** The person opted out or has no phone number, so staff can't opt them in. */
  'consent-is-the-persons': { why: StaffConsentProblem };
  'import-file-unreadable': { sentence: string };
  'erasure-of-instructor': { starts: Date[] };
  'email-of-member': { current: ExistingMember };
  'student-has-classes': { count: number };
  'move-stays': { problem: UndoMoveProblem };
  'not-for-student': { problem: StaffProblem; needsReason: boolean };

  'date-closed': { date: CalendarDate; name: string };
  'text-too-long': { segments: number; most: number };
  'too-many-recipients': { most: number };
  /** `now` lists the current time and instructor of each class that has changed. */
  'classes-changed': { now: string[]; current: { id: number; version: number }[] };
  'class-exists': { hasInstructor: boolean; startsAt: Date };
  'class-type-in-use': { registered: string[]; classType: ClassType };
  'too-few-places': { taken: number; held: number };
  /** `students` is undefined if a database constraint found the conflict, because it doesn't say who is affected. */
  'students-busy-that-week': { students?: string[] };
  'other-class-next': { meant: number; next: number };
  'plan-refused': { current: RefusedPlan };
  /** `who` is the instructor of the host’s other class, or null if it has none or we don't know. */
  'host-busy': { who: string | null; startsAt: Date; isCourseHost: boolean };
  'zoom-user-busy': { who: string | null; startsAt: Date };

  'retreat-already-matched': { owner: string };
}
export type DetailsOf<Name> = Name extends keyof ErrorDetails ? ErrorDetails[Name] : undefined;

/** Why a command or query fails. */
export class DomainError<Name extends DomainErrorName = DomainErrorName> extends Error {
  override readonly name: Name;
  readonly details: DetailsOf<Name> | undefined;

  constructor(
    name: Name,
    ...[details]: DetailsOf<Name> extends undefined ? [] : [DetailsOf<Name>]
  ) {
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

type Conflict = ErrorDetails['version-conflict'];

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
