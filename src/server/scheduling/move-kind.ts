import { canMakeUp, canReschedule } from '../../course/class-time.ts';
import type { Refusal } from '../../course/slot-choice.ts';
import type { HeldClass } from './queries.ts';

export type MoveKind = 'reschedule' | 'makeup';

/** An upcoming class is rescheduled, a missed one made up, an attended one stays where it is. */
export function refuseKind(kind: MoveKind, moved: HeldClass, now: Date): Refusal | null {
  const { startsAt, attendance } = moved;
  if (kind === 'reschedule') return canReschedule(startsAt, now) ? null : 'over';
  return canMakeUp(startsAt, attendance, now) ? null : 'not-missed';
}
