/** The slots of one week, for the first choice of a class and for moving one. */
import type { CalendarDate } from './calendar-date.ts';
import { addWeeks, weeksBetween } from './calendar-date.ts';
import { LAST_CLASS_NUMBER, WEEK_OFFSET_JUMP } from './course.ts';
import { pacificWeekOf } from './pacific-time.ts';
import type { ActiveRegistration, ClassSlot, Learner, Wish } from './slot-choice.ts';
import { refuseSlot, wishForNextClass, wishToMove } from './slot-choice.ts';

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
function slotsIn<Slot extends ClassSlot>(sorted: Slot[], week: CalendarDate, wish: Wish): Slot[] {
  return sorted.filter((slot) => weekOf(slot) === week && isOffered(slot, wish));
}

/** Looking ahead comes first; an earlier week is better than telling someone there is nothing. */
function nearestSlot<Slot extends ClassSlot>(sorted: Slot[], week: CalendarDate, wish: Wish) {
  return (
    sorted.find((slot) => weekOf(slot) >= week && isOffered(slot, wish)) ??
    sorted.findLast((slot) => isOffered(slot, wish))
  );
}

function weekOf({ startsAt }: ClassSlot): CalendarDate {
  return pacificWeekOf(startsAt);
}

function isOffered(slot: ClassSlot, wish: Wish): boolean {
  return refuseSlot(slot, wish) === null;
}

function offsetOf(slot: ClassSlot | undefined, weekZero: CalendarDate): number | null {
  return slot ? weeksBetween(weekZero, weekOf(slot)) : null;
}

export function offerNextClassSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  learner: Learner,
  asked: { readonly weekOffset: number; readonly firstClass: number; readonly now: Date },
): NextClassSlots<Slot> {
  const { weekOffset, firstClass, now } = asked;
  const wish = wishForNextClass(learner, firstClass, now);
  const thisWeek = pacificWeekOf(now);
  const week = addWeeks(thisWeek, weekOffset);
  const sorted = soonestFirst(slots);
  return {
    nextClassNumber: wish.classNumber,
    classes: slotsIn(sorted, week, wish),
    canGoBack: weekOffset > 0,
    firstFutureWeek: offsetOf(nearestSlot(sorted, week, wish), thisWeek),
  };
}

export function offerRescheduleSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  learner: Learner,
  moved: ActiveRegistration,
  asked: { readonly weekOffset: number; readonly now: Date },
): WeekOfSlots<Slot> {
  const { weekOffset, now } = asked;
  const wish = wishToMove(learner, moved, now);
  const ownWeek = pacificWeekOf(moved.startsAt);
  return {
    classes: slotsIn(soonestFirst(slots), addWeeks(ownWeek, weekOffset), wish),
    canGoBack: weekOffset > weeksBetween(ownWeek, pacificWeekOf(now)),
  };
}

export function offerMakeupSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  learner: Learner,
  missed: ActiveRegistration,
  asked: { readonly weekOffset: number; readonly now: Date },
): WeekOfSlotsWithJump<Slot> {
  const { weekOffset, now } = asked;
  const wish = wishToMove(learner, missed, now);
  const ownWeek = pacificWeekOf(missed.startsAt);
  const thisWeek = weeksBetween(ownWeek, pacificWeekOf(now));
  const sorted = soonestFirst(slots);
  const first = sorted.find((slot) => isOffered(slot, wish));
  const firstFutureWeek = offsetOf(first, ownWeek);
  return {
    classes: slotsIn(sorted, addWeeks(ownWeek, weekOffset), wish),
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
