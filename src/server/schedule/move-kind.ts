import { canMakeUp, isUpcoming } from '../../course/class-time.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import type { SlotProblem } from '../../course/slot-choice.ts';
import { DomainError } from '../platform/errors.ts';
import type { HeldClass } from './selections.ts';

export type MoveKind = 'reschedule' | 'makeup';

/** An upcoming or a cancelled class is rescheduled, a missed one made up, an attended one stays where it is. */
export function findKindProblem(kind: MoveKind, moved: HeldClass, now: Date): SlotProblem | null {
  const { startsAt, attendance, isWaiting } = moved;
  if (isWaiting) return kind === 'reschedule' ? null : 'not-missed';
  if (kind === 'reschedule') return isUpcoming(startsAt, now) ? null : 'over';
  return canMakeUp(startsAt, attendance, now) ? null : 'not-missed';
}

/** Throws the reason that a rule of the course has found, if it has found one. */
export function rejectIf(problem: SlotProblem | null): void {
  if (problem) throw new DomainError(problem);
}

/** Throws if a time for class `meant` was asked for and the student’s next class is another one. */
export function refuseOtherNumber(meant: number, next: number): void {
  if (next > LAST_CLASS_NUMBER) throw new DomainError('all-chosen');
  if (meant !== next) throw new DomainError('other-class-next', { meant, next });
}
