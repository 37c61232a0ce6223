/** The slots of one week, for the first choice of a class and for moving one. */
import type { CalendarDate } from './calendar-date.ts';
import { weeksBetween } from './calendar-date.ts';
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

interface Offer<Slot> {
  readonly slot: Slot;
  readonly offset: number;
}

/** Soonest first, each with its distance in weeks from the week that offset 0 stands for. */
function offersFor<Slot extends ClassSlot>(
  slots: readonly Slot[],
  wish: Wish,
  weekZero: CalendarDate,
): Offer<Slot>[] {
  return slots
    .filter((slot) => refuseSlot(slot, wish) === null)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map((slot) => ({ slot, offset: weeksBetween(weekZero, pacificWeekOf(slot.startsAt)) }));
}

function classesAt<Slot>(offers: readonly Offer<Slot>[], weekOffset: number): Slot[] {
  return offers.filter(({ offset }) => offset === weekOffset).map(({ slot }) => slot);
}

/** Looking ahead comes first; an earlier week is better than telling someone there is nothing. */
function nearestWeek<Slot>(offers: readonly Offer<Slot>[], weekOffset: number): number | null {
  const offsets = offers.map(({ offset }) => offset);
  return offsets.find((offset) => offset >= weekOffset) ?? offsets.at(-1) ?? null;
}

export function offerNextClassSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  learner: Learner,
  asked: { readonly weekOffset: number; readonly firstClass: number; readonly now: Date },
): NextClassSlots<Slot> {
  const { weekOffset, firstClass, now } = asked;
  const wish = wishForNextClass(learner, firstClass, now);
  const offers = offersFor(slots, wish, pacificWeekOf(now));
  return {
    nextClassNumber: wish.classNumber,
    classes: classesAt(offers, weekOffset),
    canGoBack: weekOffset > 0,
    firstFutureWeek: nearestWeek(offers, weekOffset),
  };
}

export function offerRescheduleSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  learner: Learner,
  moved: ActiveRegistration,
  asked: { readonly weekOffset: number; readonly now: Date },
): WeekOfSlots<Slot> {
  const { weekOffset, now } = asked;
  const ownWeek = pacificWeekOf(moved.startsAt);
  const offers = offersFor(slots, wishToMove(learner, moved, now), ownWeek);
  return {
    classes: classesAt(offers, weekOffset),
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
  const ownWeek = pacificWeekOf(missed.startsAt);
  const thisWeek = weeksBetween(ownWeek, pacificWeekOf(now));
  const offers = offersFor(slots, wishToMove(learner, missed, now), ownWeek);
  const firstFutureWeek = offers[0]?.offset ?? null;
  return {
    classes: classesAt(offers, weekOffset),
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
