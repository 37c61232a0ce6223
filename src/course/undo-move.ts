/** Whether a reschedule or makeup may be undone, by the student or by staff who made it for them: for a moment, and as long as nothing stands against it. */
import { isPast } from './class-time.ts';
import { UNDO_MOVE_MS } from './course.ts';
import { pacificWeekOf } from './pacific-time.ts';
import { type ActiveRegistration, type CourseProgress, criteriaToMove } from './slot-choice.ts';

export const UNDO_MOVE_PROBLEMS = {
  'too-late': 'It is too late to undo this. You can choose another time instead.',
  changed: 'This class has been changed since, so nothing was undone.',
  gone: 'The class there was is no longer offered, so the new time stays.',
  over: 'The class there was is over by now, so the new time stays.',
  'week-taken': 'That week has another class by now, so the new time stays.',
} as const;
export type UndoMoveProblem = keyof typeof UNDO_MOVE_PROBLEMS;

export interface LastMove {
  readonly kind: 'reschedule' | 'makeup';
  readonly toClassId: ActiveRegistration['classId'];
  /** The registration's version after the move. */
  readonly version: number;
  readonly movedAt: Date;
  /** When the class began that it was moved away from. */
  readonly startedAt: Date;
}

interface Undo {
  readonly move: LastMove;
  readonly moved: ActiveRegistration & { readonly version: number };
  /** The class that it was moved away from, as it is now; null where it does not take place. */
  readonly former: { readonly startsAt: Date } | null;
  readonly progress: CourseProgress;
}

/** A class may have begun: whoever is in it by mistake of a tap can stay. A missed one is past in any case. */
export function findUndoMoveProblem(undo: Undo, now: Date): UndoMoveProblem | null {
  const { move, moved, former, progress } = undo;
  if (now.getTime() - move.movedAt.getTime() > UNDO_MOVE_MS) return 'too-late';
  const isUntouched = moved.classId === move.toClassId && moved.version === move.version;
  if (moved.isWaiting || !isUntouched) return 'changed';
  if (former?.startsAt.getTime() !== move.startedAt.getTime()) return 'gone';
  if (move.kind === 'reschedule' && isPast(former.startsAt, now)) return 'over';
  const { takenWeeks } = criteriaToMove(progress, moved, now);
  return takenWeeks.has(pacificWeekOf(former.startsAt)) ? 'week-taken' : null;
}
