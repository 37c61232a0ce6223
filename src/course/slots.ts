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

interface Offer<Slot> {
  readonly slot: Slot;
  readonly week: CalendarDate;
}

/** Soonest first, each with its week. */
function offersFor<Slot extends ClassSlot>(slots: readonly Slot[], wish: Wish): Offer<Slot>[] {
  return slots
    .filter((slot) => refuseSlot(slot, wish) === null)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map((slot) => ({ slot, week: pacificWeekOf(slot.startsAt) }));
}

function classesIn<Slot>(offers: readonly Offer<Slot>[], week: CalendarDate): Slot[] {
  return offers.filter((offer) => offer.week === week).map(({ slot }) => slot);
}

/** Looking ahead comes first; an earlier week is better than telling someone there is nothing. */
function nearestWeek<Slot>(
  offers: readonly Offer<Slot>[],
  asked: CalendarDate,
): CalendarDate | null {
  return (offers.find(({ week }) => week >= asked) ?? offers.at(-1))?.week ?? null;
}

export function offerNextClassSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  learner: Learner,
  asked: { readonly weekOffset: number; readonly firstClass: number; readonly now: Date },
): NextClassSlots<Slot> {
  const { weekOffset, firstClass, now } = asked;
  const wish = wishForNextClass(learner, firstClass, now);
  const thisWeek = pacificWeekOf(now);
  const offers = offersFor(slots, wish);
  const week = addWeeks(thisWeek, weekOffset);
  const nearest = nearestWeek(offers, week);
  return {
    nextClassNumber: wish.classNumber,
    classes: classesIn(offers, week),
    canGoBack: weekOffset > 0,
    firstFutureWeek: nearest === null ? null : weeksBetween(thisWeek, nearest),
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
  const offers = offersFor(slots, wishToMove(learner, moved, now));
  return {
    classes: classesIn(offers, addWeeks(ownWeek, weekOffset)),
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
  const offers = offersFor(slots, wishToMove(learner, missed, now));
  const firstFutureWeek = offers[0] ? weeksBetween(ownWeek, offers[0].week) : null;
  return {
    classes: classesIn(offers, addWeeks(ownWeek, weekOffset)),
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
