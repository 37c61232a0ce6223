/** The rules that decide which classes a student can pick. We use them to list class times and to check choices. */
import type { CalendarDate } from './calendar-date.ts';
import { type Attendance, hasStarted, isMissed, isUpcoming } from './class-state.ts';
import {
  type ClassType,
  classTypeFor,
  LAST_CLASS_NUMBER,
  MINUTE_MS,
  nextClassNumber,
} from './course.ts';
import { pacificDate, pacificWeekOf } from './pacific-time.ts';
import { isFull, type PlacesLeft } from './places.ts';

type Id = string | number;

export interface ClassSlot {
  readonly id: Id;
  readonly startsAt: Date;
  readonly classType: ClassType;
  readonly placesLeft?: PlacesLeft;
}

export interface ActiveRegistration {
  readonly id: Id;
  readonly classId: Id;
  readonly classNumber: number;
  readonly startsAt: Date;
  /** True after a cancellation, until the student picks a new time. `startsAt` is the old time until then. */
  readonly isSuspended?: boolean;
}

export interface HeldRegistration extends ActiveRegistration {
  readonly attendance: Attendance | null;
}

export interface CourseProgress {
  readonly startDate: CalendarDate;
  readonly registrations: readonly ActiveRegistration[];
}

export interface SlotCriteria {
  readonly classNumber: number;
  readonly startDate: CalendarDate;
  readonly takenWeeks: ReadonlySet<CalendarDate>;
  readonly laterThan: Date | null;
  readonly now: Date;
}

export const SLOT_PROBLEMS = {
  'all-chosen': 'You’ve already chosen all of your class times.',
  'same-slot': 'This is already your class time. Please choose a different one.',
  started: 'This class has already started. Please choose a later time.',
  'wrong-type': 'This time is for a different part of the course. Please choose another one.',
  'before-start-date': 'Please choose a time after your course start date.',
  'week-taken': 'You already have a class scheduled for this week. Please try another week.',
  'out-of-order': 'Please choose a time after your previous class.',
  full: 'This class is full. Please choose another time.',
  gone: 'This class is no longer offered. Please choose another time.',
  over: 'This class is over, so you can no longer reschedule it.',
  'not-missed': 'You can only make up a class that you missed.',
} as const;
export type SlotProblem = keyof typeof SLOT_PROBLEMS;

function withTime<Registration extends ActiveRegistration>(registrations: readonly Registration[]) {
  return registrations.filter(({ isSuspended }) => !isSuspended);
}

function weeksOf(registrations: readonly ActiveRegistration[]): Set<CalendarDate> {
  return new Set(withTime(registrations).map(({ startsAt }) => pacificWeekOf(startsAt)));
}

export function lastClass<Registration extends ActiveRegistration>(
  registrations: readonly Registration[],
): Registration | undefined {
  return withTime(registrations).toSorted((a, b) => b.classNumber - a.classNumber)[0];
}

export function criteriaForNextClass(progress: CourseProgress, firstClass: number, now: Date) {
  const numbers = progress.registrations.map(({ classNumber }) => classNumber);
  return criteriaForNumber(progress, nextClassNumber(numbers, firstClass), now);
}

/** `classNumber` can be any class that the student hasn’t picked a time for. */
export function criteriaForNumber(
  { startDate, registrations }: CourseProgress,
  classNumber: number,
  now: Date,
): SlotCriteria {
  const before = registrations.filter((one) => one.classNumber < classNumber);
  return {
    classNumber,
    startDate,
    takenWeeks: weeksOf(registrations),
    laterThan: lastClass(before)?.startsAt ?? null,
    now,
  };
}

/** Moving a class frees up its week. Moved classes don’t have to stay in numerical order. */
export function criteriaToMove(progress: CourseProgress, moved: ActiveRegistration, now: Date) {
  const others = progress.registrations.filter(({ id }) => id !== moved.id);
  return {
    classNumber: moved.classNumber,
    startDate: progress.startDate,
    takenWeeks: weeksOf(others),
    laterThan: null,
    now,
  };
}

type SlotCheck = (slot: ClassSlot, criteria: SlotCriteria) => boolean;

/** The most important problem comes first, because `findSlotProblem` returns the first one that applies. */
const checks: readonly (readonly [SlotProblem, SlotCheck])[] = [
  ['all-chosen', (_slot, { classNumber }) => classNumber > LAST_CLASS_NUMBER],
  ['started', ({ startsAt }, { now }) => hasStarted(startsAt, now)],
  ['wrong-type', ({ classType }, { classNumber }) => classType !== classTypeFor(classNumber)],
  ['before-start-date', ({ startsAt }, { startDate }) => pacificDate(startsAt) <= startDate],
  ['week-taken', ({ startsAt }, { takenWeeks }) => takenWeeks.has(pacificWeekOf(startsAt))],
  ['out-of-order', ({ startsAt }, { laterThan }) => laterThan !== null && startsAt <= laterThan],
  // This check is last, because students can see slots whose only problem is that they are full.
  ['full', ({ placesLeft }) => isFull(placesLeft)],
];

export function findSlotProblem(slot: ClassSlot, criteria: SlotCriteria): SlotProblem | null {
  const [problem = null] = checks.find(([, isBroken]) => isBroken(slot, criteria)) ?? [];
  return problem;
}

export function findSlotProblems(slot: ClassSlot, criteria: SlotCriteria): SlotProblem[] {
  return checks.filter(([, isBroken]) => isBroken(slot, criteria)).map(([problem]) => problem);
}

export function findNextClassProblem(
  slot: ClassSlot,
  progress: CourseProgress,
  firstClass: number,
  now: Date,
): SlotProblem | null {
  return findSlotProblem(slot, criteriaForNextClass(progress, firstClass, now));
}

export function findMoveProblem(
  slot: ClassSlot,
  progress: CourseProgress,
  moved: ActiveRegistration,
  now: Date,
): SlotProblem | null {
  if (slot.id === moved.classId && !moved.isSuspended) return 'same-slot';
  return findSlotProblem(slot, criteriaToMove(progress, moved, now));
}

export type MoveKind = 'reschedule' | 'makeup';

/** Students can reschedule upcoming and canceled classes, and make up missed ones. */
export function findKindProblem(
  kind: MoveKind,
  { startsAt, attendance, isSuspended }: HeldRegistration,
  now: Date,
): SlotProblem | null {
  if (isSuspended) return kind === 'reschedule' ? null : 'not-missed';
  if (kind === 'reschedule') return isUpcoming(startsAt, now) ? null : 'over';
  return isMissed(startsAt, attendance, now) ? null : 'not-missed';
}

/** Waits five minutes, so that further choices can go into the same email. */
export function choiceMailTime(now: Date): Date {
  return new Date(now.getTime() + 5 * MINUTE_MS);
}
