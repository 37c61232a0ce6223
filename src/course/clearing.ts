/** Classes that go from a schedule by a change of the student, and that come back when it is undone. */
import type { CalendarDate } from './calendar-date.ts';
import { hasStarted, isPast } from './class-time.ts';
import { UNDO_RESET_MS } from './course.ts';

/**
 * By what classes went: a start date that moved far, somebody who became one of the alumni, access that ended.
 */
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
  readonly isWaiting: boolean;
}

/** A reset takes every class. The others leave what has been, and a class that is going on, as history. */
export function isCleared({ startsAt, isWaiting }: Clearable, kind: ClearingKind, now: Date) {
  return kind === 'reset' || isWaiting || !hasStarted(startsAt, now);
}

interface PlannedClass {
  readonly classNumber: number;
  readonly startsAt: Date;
  readonly week: CalendarDate;
  /** Its class is cancelled: with it the registration takes up no week. */
  readonly isWaiting: boolean;
}

interface TakenClass extends PlannedClass {
  /** Somebody came, or was excused: any record. */
  readonly hasRecord: boolean;
  readonly isDeleted: boolean;
}

export const RETURN_PROBLEMS = {
  deleted: 'this class was deleted',
  'number-taken': 'another time has been chosen for it since',
  'week-taken': 'there is another class in that week by now',
  over: 'it is over, and a time can be chosen anew',
} as const;
type ReturnProblem = keyof typeof RETURN_PROBLEMS;

interface ReturnPlan<Taken, Held> {
  readonly back: Taken[];
  readonly left: { readonly taken: Taken; readonly problem: ReturnProblem }[];
  /** Classes chosen since that make way for one with a record of attendance. */
  readonly yielding: Held[];
}

/** What comes back of the classes that were taken, beside those that somebody holds by now. */
export function planReturn<Taken extends TakenClass, Held extends PlannedClass>(
  taken: readonly Taken[],
  held: readonly Held[],
  { kind, now }: { kind: ClearingKind; now: Date },
): ReturnPlan<Taken, Held> {
  // Somebody can be excused from a class to come, and that class be deleted since.
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
  // From the highest number down, because what becomes of one depends on whether there is a higher one.
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
  return !one.isWaiting && !other.isWaiting && one.week === other.week;
}

function findReturnProblem(
  taken: TakenClass,
  kept: readonly PlannedClass[],
  { kind, now }: { kind: ClearingKind; now: Date },
): ReturnProblem | null {
  const { classNumber, startsAt, isWaiting, isDeleted } = taken;
  if (kept.some((one) => one.classNumber === classNumber)) return 'number-taken';
  if (isDeleted) return 'deleted';
  // Times are chosen from the highest number on: one below it that did not come back could not be chosen any more.
  const isLast = kept.every((one) => one.classNumber < classNumber);
  const canBeChosenAnew = kind !== 'reset' && isLast;
  if (canBeChosenAnew && !isWaiting && isPast(startsAt, now)) return 'over';
  return kept.some((one) => sharesWeek(one, taken)) ? 'week-taken' : null;
}
