/**
 * Plans all remaining classes at once, as close as possible to the weekday and hour of the last class the student
 * picked. Follows the same rules as picking them one by one.
 */
import { addWeeks, type CalendarDate, weeksBetween } from './calendar-date.ts';
import { offsetAfterChoosing } from './choosing-weeks.ts';
import { byStart } from './class-state.ts';
import { classTypeFor, HOUR_MS, MINUTE_MS, nextClassNumber } from './course.ts';
import { dayOfWeek, formatTime } from './format-time.ts';
import { pacificWeekOf, wallClock } from './pacific-time.ts';
import { classNumbersFrom } from './shown-classes.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  type CourseProgress,
  criteriaForNumber,
  findSlotProblem,
  lastClass,
  SLOT_PROBLEMS,
} from './slot-choice.ts';

export interface PlannedClass<Slot> {
  readonly classNumber: number;
  /** Null if no slot is available. In that case, none of the later classes have one either. */
  readonly slot: Slot | null;
}

/** With only one class left, the student doesn’t need a plan. */
export const FEWEST_TO_PLAN = 2;

export function classesLeft(
  registrations: readonly Pick<ActiveRegistration, 'classNumber'>[],
  firstClass: number,
): number[] {
  const chosen = registrations.map(({ classNumber }) => classNumber);
  return classNumbersFrom(nextClassNumber(chosen, firstClass));
}

export function classToKeep<Registration extends ActiveRegistration>(
  registrations: readonly Registration[],
  firstClass: number,
): Registration | undefined {
  if (classesLeft(registrations, firstClass).length < FEWEST_TO_PLAN) return undefined;
  return lastClass(registrations);
}

/** We assume that a student with classes on Mondays at 6 PM prefers Tuesday at 6 PM to Monday at 2 PM. */
const DAY_COUNTS_AS_MS = 3 * HOUR_MS;
const WEEK_COUNTS_AS_MS = DAY_COUNTS_AS_MS;
/** Monthly classes are four weeks apart, give or take a week. */
const MONTH_WEEKS = 4;
const LONGEST_MONTH_WEEKS = 5;

const timeOfDay = (wall: Date) => wall.getUTCHours() * HOUR_MS + wall.getUTCMinutes() * MINUTE_MS;

function distance(kept: Date, startsAt: Date): number {
  const [from, to] = [wallClock(kept), wallClock(startsAt)];
  const days = Math.abs(to.getUTCDay() - from.getUTCDay());
  return days * DAY_COUNTS_AS_MS + Math.abs(timeOfDay(to) - timeOfDay(from));
}

/**
 * Picks the slot closest to the weekday and hour of `kept`. For a weekly class, looks only at the first week with a
 * slot. For a monthly class, looks three to five weeks after the previous class and prefers four, or else looks at the
 * first later week with a slot. In a tie, the earlier slot wins.
 */
function nearestOf<Slot extends ClassSlot>(
  sorted: Slot[],
  wanted: { readonly kept: Date; readonly before: Date; readonly classNumber: number },
): Slot | null {
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

export function proposePlan<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  { firstClass, now }: { readonly firstClass: number; readonly now: Date },
): PlannedClass<Slot>[] {
  const kept = lastClass(progress.registrations)?.startsAt;
  if (!kept) return [];
  const sorted = slots.toSorted(byStart);
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
  'number-taken': 'You’ve already picked another time for this class.',
  'not-next': 'You can’t pick a time for this class right now. Please reload the page.',
} as const;
export type PlanProblem = keyof typeof PLAN_PROBLEMS;

export interface RowProblem {
  readonly classNumber: number;
  readonly problem: PlanProblem;
}

/** A row has no slot if its class no longer exists. A row that the student is already registered for is fine. */
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
    if (held) return held.classId === slot?.id && !held.isSuspended ? null : 'number-taken';
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

export function rowsToRegister<Slot>(plan: readonly PlannedClass<Slot>[]) {
  const rows = [];
  for (const { classNumber, slot } of plan) {
    if (slot === null) break;
    rows.push({ classNumber, slot });
  }
  return rows;
}

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

export function describeKept(kept: Date): string {
  return `${dayOfWeek(kept)}s at ${formatTime(kept)}`;
}

/** Returns 'not a Monday', for example, or 'not at 6:00 PM PT' if only the time differs. Returns null if both match. */
export function describeDifference(kept: Date, startsAt: Date): string | null {
  if (dayOfWeek(kept) !== dayOfWeek(startsAt)) return `not a ${dayOfWeek(kept)}`;
  return formatTime(kept) === formatTime(startsAt) ? null : `not at ${formatTime(kept)}`;
}

/** `plan` contains only the rows that the student left unchanged. */
export function describePlan(
  kept: Date,
  plan: readonly PlannedClass<Pick<ClassSlot, 'startsAt'>>[],
): string {
  const times = describeKept(kept);
  if (plan.length === 0) return 'You picked each of these times yourself.';
  if (plan.every(({ slot }) => slot === null)) {
    return `We looked for ${times}, but these classes have no times yet. Please check back later.`;
  }
  const weekly = plan.filter(({ classNumber }) => classTypeFor(classNumber) === 'Weekly');
  const isKept = weekly.every(({ slot }) => slot && !describeDifference(kept, slot.startsAt));
  return weekly.length > 0 && isKept
    ? `We kept ${times} and looked for the same time for your monthly classes. You can change any of these times.`
    : `We looked for ${times} and picked the closest time where that wasn’t available. You can change any of these times.`;
}
