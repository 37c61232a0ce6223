/** Decides which classes a change clears from a schedule, and which ones we restore when someone undoes the change. */
import type { CalendarDate } from './calendar-date.ts';
import { hasStarted, isPast } from './class-state.ts';
import { UNDO_RESET_MS } from './course.ts';

export const CLEARING_KINDS = ['reset', 'alumni', 'deactivation'] as const;
export type ClearingKind = (typeof CLEARING_KINDS)[number];

export function undoResetEnd(clearedAt: Date): Date {
  return new Date(clearedAt.getTime() + UNDO_RESET_MS);
}

export function canUndoReset(clearedAt: Date, now: Date): boolean {
  return now < undoResetEnd(clearedAt);
}

interface Clearable {
  readonly startsAt: Date;
  readonly isSuspended: boolean;
}

/** A reset clears every class. Other changes keep classes that have started, unless they were canceled. */
export function isCleared({ startsAt, isSuspended }: Clearable, kind: ClearingKind, now: Date) {
  return kind === 'reset' || isSuspended || !hasStarted(startsAt, now);
}

interface PlannedClass {
  readonly classNumber: number;
  readonly startsAt: Date;
  readonly week: CalendarDate;
  /** True if the class or the student’s place in it was canceled. Such a class doesn’t take up a week. */
  readonly isSuspended: boolean;
}

interface TakenClass extends PlannedClass {
  readonly hasRecord: boolean;
  readonly isDeleted: boolean;
}

export const RETURN_PROBLEMS = {
  deleted: 'this class was deleted',
  'number-taken': 'it already has a new time',
  'week-taken': 'there’s another class that week now',
  over: 'it’s over, so they can pick a new time',
} as const;
type ReturnProblem = keyof typeof RETURN_PROBLEMS;

export function planReturn<Taken extends TakenClass, Held extends PlannedClass>(
  taken: readonly Taken[],
  held: readonly Held[],
  { kind, now }: { kind: ClearingKind; now: Date },
) {
  // If staff excused someone from a class and then deleted the class before it started, it doesn’t count as history.
  const isHistory = ({ hasRecord, isDeleted, startsAt }: Taken) =>
    hasRecord && (!isDeleted || hasStarted(startsAt, now));
  const recorded = taken.filter(isHistory);
  const isInWay = (one: PlannedClass) =>
    recorded.some((back) => back.classNumber === one.classNumber || sharesWeek(back, one));
  const yielding = held.filter(isInWay);
  const kept: PlannedClass[] = [...held.filter((one) => !isInWay(one)), ...recorded];
  const back = [...recorded];
  const left: { taken: Taken; problem: ReturnProblem }[] = [];
  const others = taken.filter((one) => !isHistory(one));
  // Start at the highest class number, because `findReturnProblem` checks whether we keep any higher ones.
  for (const one of others.toSorted(byNumber).reverse()) {
    const problem = findReturnProblem(one, kept, { kind, now });
    if (problem) left.push({ taken: one, problem });
    else {
      back.push(one);
      kept.push(one);
    }
  }
  return { back: back.toSorted(byNumber), left: left.reverse(), yielding };
}

function byNumber(a: PlannedClass, b: PlannedClass): number {
  return a.classNumber - b.classNumber;
}

function sharesWeek(one: PlannedClass, other: PlannedClass): boolean {
  return !one.isSuspended && !other.isSuspended && one.week === other.week;
}

function findReturnProblem(
  taken: TakenClass,
  kept: readonly PlannedClass[],
  { kind, now }: { kind: ClearingKind; now: Date },
): ReturnProblem | null {
  const { classNumber, startsAt, isSuspended, isDeleted } = taken;
  if (kept.some((one) => one.classNumber === classNumber)) return 'number-taken';
  if (isDeleted) return 'deleted';
  // Students only pick classes after their highest number, so they couldn’t pick a lower class again.
  const isLast = kept.every((one) => one.classNumber < classNumber);
  const canBeChosenAnew = kind !== 'reset' && isLast;
  if (canBeChosenAnew && !isSuspended && isPast(startsAt, now)) return 'over';
  return kept.some((one) => sharesWeek(one, taken)) ? 'week-taken' : null;
}
