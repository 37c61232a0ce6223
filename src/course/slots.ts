/** The slots of one week, for the first choice of a class and for moving one. */
import type { CalendarDate } from './calendar-date.ts';
import { addWeeks, weeksBetween } from './calendar-date.ts';
import { LAST_CLASS_NUMBER, WEEK_OFFSET_JUMP } from './course.ts';
import { pacificWeekOf } from './pacific-time.ts';
import type { ActiveRegistration, ClassSlot, CourseProgress, SlotCriteria } from './slot-choice.ts';
import {
  criteriaForNextClass,
  criteriaForNumber,
  criteriaToMove,
  findSlotProblem,
} from './slot-choice.ts';

export interface WeekOfSlots<Slot> {
  readonly classes: Slot[];
  readonly canGoBack: boolean;
}

export interface WeekOfSlotsWithJump<Slot> extends WeekOfSlots<Slot> {
  readonly firstFutureWeek: number | null;
}

export interface NextClassSlots<Slot> extends WeekOfSlotsWithJump<Slot> {
  readonly nextClassNumber: number;
}

function soonestFirst<Slot extends ClassSlot>(slots: readonly Slot[]): Slot[] {
  return slots.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** What is asked of few slots is asked last: there are hundreds, and a week has ten. */
function slotsIn<Slot extends ClassSlot>(
  sorted: Slot[],
  week: CalendarDate,
  criteria: SlotCriteria,
): Slot[] {
  return sorted.filter((slot) => weekOf(slot) === week && isOffered(slot, criteria));
}

/** Looking ahead comes first; an earlier week is better than telling someone there is nothing. */
function nearestSlot<Slot extends ClassSlot>(
  sorted: Slot[],
  week: CalendarDate,
  criteria: SlotCriteria,
) {
  return (
    sorted.find((slot) => weekOf(slot) >= week && isOffered(slot, criteria)) ??
    sorted.findLast((slot) => isOffered(slot, criteria))
  );
}

function weekOf({ startsAt }: ClassSlot): CalendarDate {
  return pacificWeekOf(startsAt);
}

function isOffered(slot: ClassSlot, criteria: SlotCriteria): boolean {
  return findSlotProblem(slot, criteria) === null;
}

function offsetOf(slot: ClassSlot | undefined, weekZero: CalendarDate): number | null {
  return slot ? weeksBetween(weekZero, weekOf(slot)) : null;
}

export function offerNextClassSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  asked: {
    readonly weekOffset: number;
    readonly firstClass: number;
    /** A class after the next one, which is planned along with it. */
    readonly laterClass?: number | undefined;
    readonly now: Date;
  },
): NextClassSlots<Slot> {
  const { weekOffset, firstClass, laterClass = 0, now } = asked;
  const { classNumber } = criteriaForNextClass(progress, firstClass, now);
  const criteria = criteriaForNumber(progress, Math.max(classNumber, laterClass), now);
  const thisWeek = pacificWeekOf(now);
  const week = addWeeks(thisWeek, weekOffset);
  const sorted = soonestFirst(slots);
  return {
    nextClassNumber: classNumber,
    classes: slotsIn(sorted, week, criteria),
    canGoBack: weekOffset > 0,
    firstFutureWeek: offsetOf(nearestSlot(sorted, week, criteria), thisWeek),
  };
}

export function offerRescheduleSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  moved: ActiveRegistration,
  asked: { readonly weekOffset: number; readonly now: Date },
): WeekOfSlots<Slot> & Partial<WeekOfSlotsWithJump<Slot>> {
  const { weekOffset, now } = asked;
  const criteria = criteriaToMove(progress, moved, now);
  const ownWeek = pacificWeekOf(moved.startsAt);
  const sorted = soonestFirst(slots);
  return {
    classes: slotsIn(sorted, addWeeks(ownWeek, weekOffset), criteria),
    canGoBack: weekOffset > weeksBetween(ownWeek, pacificWeekOf(now)),
    ...(moved.isWaiting && {
      firstFutureWeek: offsetOf(nearestSlot(sorted, ownWeek, criteria), ownWeek),
    }),
  };
}

export function offerMakeupSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  missed: ActiveRegistration,
  asked: { readonly weekOffset: number; readonly now: Date },
): WeekOfSlotsWithJump<Slot> {
  const { weekOffset, now } = asked;
  const criteria = criteriaToMove(progress, missed, now);
  const ownWeek = pacificWeekOf(missed.startsAt);
  const thisWeek = weeksBetween(ownWeek, pacificWeekOf(now));
  const sorted = soonestFirst(slots);
  const first = sorted.find((slot) => isOffered(slot, criteria));
  const firstFutureWeek = offsetOf(first, ownWeek);
  return {
    classes: slotsIn(sorted, addWeeks(ownWeek, weekOffset), criteria),
    canGoBack: weekOffset > (firstFutureWeek ?? thisWeek),
    firstFutureWeek,
  };
}

/** The jump after classes 7, 8 and 9 is what makes 8, 9 and 10 a month apart. */
const FIRST_JUMP_CLASS_NUMBER = 7;

export function offsetAfterChoosing(chosenClassNumber: number, weekOffset: number): number {
  const isJump =
    chosenClassNumber >= FIRST_JUMP_CLASS_NUMBER && chosenClassNumber < LAST_CLASS_NUMBER;
  return isJump ? weekOffset + WEEK_OFFSET_JUMP : weekOffset;
}
