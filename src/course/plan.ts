/**
 * All classes that are left, planned at once: at the weekday and hour of the class chosen last, or as near to it as
 * there is one. Every rule of choosing one after the other holds here too, because it is the same function.
 */
import type { CalendarDate } from './calendar-date.ts';
import { addWeeks, weeksBetween } from './calendar-date.ts';
import { offsetAfterChoosing } from './choosing-weeks.ts';
import { classTypeFor, nextClassNumber } from './course.ts';
import { dayOfWeek, formatTime } from './format-time.ts';
import { pacificWeekOf, wallClock } from './pacific-time.ts';
import { classNumbersFrom } from './shown-classes.ts';
import type { ActiveRegistration, ClassSlot, CourseProgress } from './slot-choice.ts';
import { criteriaForNumber, findSlotProblem, lastClass, SLOT_PROBLEMS } from './slot-choice.ts';

export interface PlannedClass<Slot> {
  readonly classNumber: number;
  /** Null where there is none to choose: it is chosen later, and so are all after it. */
  readonly slot: Slot | null;
}

/** For a single class there is nothing to plan: its own page shows as much. */
export const FEWEST_TO_PLAN = 2;

/** The numbers of the classes that are still to be chosen. */
export function classesLeft(
  registrations: readonly Pick<ActiveRegistration, 'classNumber'>[],
  firstClass: number,
): number[] {
  const chosen = registrations.map(({ classNumber }) => classNumber);
  return classNumbersFrom(nextClassNumber(chosen, firstClass));
}

/** The class whose weekday and hour a plan keeps; undefined where no plan is offered. */
export function classToKeep<Registration extends ActiveRegistration>(
  registrations: readonly Registration[],
  firstClass: number,
): Registration | undefined {
  if (classesLeft(registrations, firstClass).length < FEWEST_TO_PLAN) return undefined;
  return lastClass(registrations);
}

const HOUR_MS = 60 * 60 * 1000;
/** Whoever comes on Mondays at 6 PM would sooner come on Tuesdays at 6 PM than on Mondays at 2 PM. */
const DAY_COUNTS_AS_MS = 3 * HOUR_MS;
const WEEK_COUNTS_AS_MS = DAY_COUNTS_AS_MS;
/** A month apart is four weeks, and may be one less or one more. */
const MONTH_WEEKS = 4;
const LONGEST_MONTH_WEEKS = 5;

const timeOfDay = (wall: Date) => wall.getUTCHours() * HOUR_MS + wall.getUTCMinutes() * 60_000;

/** How far a time is from the weekday and hour that are kept, whatever the weeks of both. */
function distance(kept: Date, startsAt: Date): number {
  const [from, to] = [wallClock(kept), wallClock(startsAt)];
  const days = Math.abs(to.getUTCDay() - from.getUTCDay());
  return days * DAY_COUNTS_AS_MS + Math.abs(timeOfDay(to) - timeOfDay(from));
}

interface Wanted {
  readonly kept: Date;
  /** The start of the class before. */
  readonly before: Date;
  readonly classNumber: number;
}

/**
 * A weekly class: in the first week after the class before that has any. A monthly one: three to five weeks after the
 * class before, four at best; where there is none, in the first week after these. The earlier of two that are as near.
 */
function nearestOf<Slot extends ClassSlot>(sorted: Slot[], wanted: Wanted): Slot | null {
  const { kept, before, classNumber } = wanted;
  const weekBefore = pacificWeekOf(before);
  const jump = offsetAfterChoosing(classNumber - 1, 0);
  const firstWeek = addWeeks(weekBefore, jump);
  const ahead = sorted.filter(({ startsAt }) => pacificWeekOf(startsAt) >= firstWeek);
  const [first] = ahead;
  if (!first) return null;
  const lastWeek = latest(
    pacificWeekOf(first.startsAt),
    jump > 0 ? addWeeks(weekBefore, LONGEST_MONTH_WEEKS) : firstWeek,
  );
  const cost = ({ startsAt }: ClassSlot) => {
    const weeks = weeksBetween(weekBefore, pacificWeekOf(startsAt));
    const weeksOff = jump > 0 ? Math.abs(weeks - MONTH_WEEKS) : 0;
    return distance(kept, startsAt) + weeksOff * WEEK_COUNTS_AS_MS;
  };
  return ahead
    .filter(({ startsAt }) => pacificWeekOf(startsAt) <= lastWeek)
    .reduce((best, slot) => (cost(slot) < cost(best) ? slot : best), first);
}

function latest(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other;
}

function withRow(
  progress: CourseProgress,
  { classNumber, slot }: { classNumber: number; slot: ClassSlot },
): CourseProgress {
  const row = { id: slot.id, classId: slot.id, classNumber, startsAt: slot.startsAt };
  return { ...progress, registrations: [...progress.registrations, row] };
}

/** A time for each class that is left. Empty where there is no class whose time could be kept. */
export function proposePlan<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  { firstClass, now }: { readonly firstClass: number; readonly now: Date },
): PlannedClass<Slot>[] {
  const kept = lastClass(progress.registrations)?.startsAt;
  if (!kept) return [];
  const sorted = slots.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const plan: PlannedClass<Slot>[] = [];
  let soFar = progress;
  let before = kept;
  for (const classNumber of classesLeft(progress.registrations, firstClass)) {
    const criteria = criteriaForNumber(soFar, classNumber, now);
    const offered = sorted.filter((slot) => findSlotProblem(slot, criteria) === null);
    const isAfterGap = plan.at(-1)?.slot === null;
    const slot = isAfterGap ? null : nearestOf(offered, { kept, before, classNumber });
    plan.push({ classNumber, slot });
    if (!slot) continue;
    soFar = withRow(soFar, { classNumber, slot });
    before = slot.startsAt;
  }
  return plan;
}

export const PLAN_PROBLEMS = {
  ...SLOT_PROBLEMS,
  'number-taken': 'You have chosen another time for this class meanwhile.',
  'not-next': 'You can’t pick a time for this class right now. Please reload the page.',
} as const;
export type PlanProblem = keyof typeof PLAN_PROBLEMS;

export interface RowProblem {
  readonly classNumber: number;
  readonly problem: PlanProblem;
}

/**
 * What speaks against registering these one after the other. A row without a slot is one whose class is gone. One that
 * the student has already, at that very time, is no problem: it was registered before.
 */
export function findPlanProblems(
  plan: readonly PlannedClass<ClassSlot>[],
  progress: CourseProgress,
  { firstClass, now }: { readonly firstClass: number; readonly now: Date },
): RowProblem[] {
  const numbers = progress.registrations.map(({ classNumber }) => classNumber);
  let next = nextClassNumber(numbers, firstClass);
  let soFar = progress;
  const findProblem = ({ classNumber, slot }: PlannedClass<ClassSlot>): PlanProblem | null => {
    const held = progress.registrations.find((one) => one.classNumber === classNumber);
    if (held) return held.classId === slot?.id && !held.isWaiting ? null : 'number-taken';
    const isNext = classNumber === next;
    next = Math.max(next, classNumber + 1);
    if (!isNext) return 'not-next';
    if (!slot) return 'gone';
    const problem = findSlotProblem(slot, criteriaForNumber(soFar, classNumber, now));
    soFar = withRow(soFar, { classNumber, slot });
    return problem;
  };
  return plan.flatMap((row) => {
    const problem = findProblem(row);
    return problem ? [{ classNumber: row.classNumber, problem }] : [];
  });
}

/** The rows that can be registered: those up to the first that has no time. */
export function rowsToRegister<Slot>(
  plan: readonly PlannedClass<Slot>[],
): { classNumber: number; slot: Slot }[] {
  const rows = [];
  for (const { classNumber, slot } of plan) {
    if (slot === null) break;
    rows.push({ classNumber, slot });
  }
  return rows;
}

/** Said beside a time that would not go with another row: choosing it means choosing that one again. */
export function describeClash(
  plan: readonly PlannedClass<Pick<ClassSlot, 'startsAt'>>[],
  classNumber: number,
  startsAt: Date,
): string | null {
  for (const { classNumber: other, slot } of plan) {
    if (other === classNumber || slot === null) continue;
    if (pacificWeekOf(slot.startsAt) === pacificWeekOf(startsAt))
      return `Class ${other} is planned for this week.`;
    if (other < classNumber && slot.startsAt > startsAt)
      return `Class ${other} is planned for a later week.`;
    if (other > classNumber && slot.startsAt < startsAt)
      return `Class ${other} is planned for an earlier week.`;
  }
  return null;
}

/** 'Mondays at 6:00 PM PT' */
export function describeKept(kept: Date): string {
  return `${dayOfWeek(kept)}s at ${formatTime(kept)}`;
}

/** 'not a Monday', or 'not at 6:00 PM PT' on one; null for a time at the weekday and hour that are kept. */
export function describeDifference(kept: Date, startsAt: Date): string | null {
  if (dayOfWeek(kept) !== dayOfWeek(startsAt)) return `not a ${dayOfWeek(kept)}`;
  return formatTime(kept) === formatTime(startsAt) ? null : `not at ${formatTime(kept)}`;
}

/** How the times of a plan were found: of those that the student has left as proposed. */
export function describePlan(
  kept: Date,
  plan: readonly PlannedClass<Pick<ClassSlot, 'startsAt'>>[],
): string {
  const times = describeKept(kept);
  if (plan.length === 0) return 'You chose each of these times yourself.';
  if (plan.every(({ slot }) => slot === null)) {
    return `We looked for ${times}, and found no time for these classes yet.`;
  }
  const weekly = plan.filter(({ classNumber }) => classTypeFor(classNumber) === 'Weekly');
  const isKept = weekly.every(({ slot }) => slot && !describeDifference(kept, slot.startsAt));
  return weekly.length > 0 && isKept
    ? `We kept ${times}, and looked for the same time for your monthly classes. Change any of them.`
    : `We looked for ${times}, and took the nearest time where there is none. Change any of them.`;
}
