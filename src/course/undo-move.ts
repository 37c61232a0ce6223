import { hasStarted, isPast } from './class-state.ts';
import { UNDO_MOVE_MS } from './course.ts';
import { pacificWeekOf } from './pacific-time.ts';
import { isFull, type PlacesLeft } from './places.ts';
import {
  type ActiveRegistration,
  type CourseProgress,
  criteriaToMove,
  type MoveKind,
} from './slot-choice.ts';

export const UNDO_MOVE_PROBLEMS = {
  'too-late': 'It’s too late to undo this. You can pick another time instead.',
  changed: 'This class has changed since then, so we can no longer undo the change.',
  gone: 'The earlier class is no longer offered, so we kept the new time.',
  over: 'The earlier class is over, so we kept the new time.',
  'week-taken': 'There’s another class that week now, so we kept the new time.',
  full: 'The earlier class is full now, so we kept the new time.',
} as const;
export type UndoMoveProblem = keyof typeof UNDO_MOVE_PROBLEMS;

export interface LastMove {
  readonly kind: MoveKind;
  readonly toClassId: ActiveRegistration['classId'];
  readonly version: number;
  readonly movedAt: Date;
  readonly startedAt: Date;
}

interface Undo {
  readonly move: LastMove;
  readonly moved: ActiveRegistration & { readonly version: number };
  readonly former: { readonly startsAt: Date; readonly placesLeft?: PlacesLeft } | null;
  readonly progress: CourseProgress;
}

/** A reschedule can’t be undone once the former class is over. This doesn’t apply to makeups of missed classes. */
export function findUndoMoveProblem(undo: Undo, now: Date): UndoMoveProblem | null {
  const { move, moved, former, progress } = undo;
  if (now.getTime() - move.movedAt.getTime() > UNDO_MOVE_MS) return 'too-late';
  const isUntouched = moved.classId === move.toClassId && moved.version === move.version;
  if (moved.isSuspended || !isUntouched) return 'changed';
  if (former?.startsAt.getTime() !== move.startedAt.getTime()) return 'gone';
  if (move.kind === 'reschedule' && isPast(former.startsAt, now)) return 'over';
  const { takenWeeks } = criteriaToMove(progress, moved, now);
  if (takenWeeks.has(pacificWeekOf(former.startsAt))) return 'week-taken';
  return isFull(former.placesLeft) && !hasStarted(former.startsAt, now) ? 'full' : null;
}
