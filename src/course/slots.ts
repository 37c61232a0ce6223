import { addWeeks, type CalendarDate, weeksBetween } from './calendar-date.ts';
import { byStart } from './class-state.ts';
import { explainEmptyWeek } from './empty-week.ts';
import { pacificWeekOf } from './pacific-time.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  type CourseProgress,
  criteriaForNextClass,
  criteriaForNumber,
  criteriaToMove,
  findSlotProblem,
  type SlotCriteria,
} from './slot-choice.ts';

/** Checks the week first, because that check is fast and leaves only about ten of several hundred slots. */
function slotsIn<Slot extends ClassSlot>(
  sorted: Slot[],
  week: CalendarDate,
  criteria: SlotCriteria,
): Slot[] {
  return sorted.filter((slot) => weekOf(slot) === week && isListed(slot, criteria));
}

/** Prefers the given week and later ones. Falls back to earlier weeks, and then to full slots. */
function nearestSlot<Slot extends ClassSlot>(
  sorted: Slot[],
  week: CalendarDate,
  criteria: SlotCriteria,
) {
  return (
    sorted.find((slot) => weekOf(slot) >= week && isOffered(slot, criteria)) ??
    sorted.findLast((slot) => isOffered(slot, criteria)) ??
    sorted.find((slot) => isListed(slot, criteria))
  );
}

interface AskedWeek {
  readonly weekZero: CalendarDate;
  readonly weekOffset: number;
  readonly criteria: SlotCriteria;
  readonly progress: CourseProgress;
  /** The class to move. A week that only has its current slot doesn’t count as free. */
  readonly moved?: ActiveRegistration;
}

function offerWeek<Slot extends ClassSlot>(
  sorted: Slot[],
  { weekZero, weekOffset, criteria, progress, moved }: AskedWeek,
) {
  const week = addWeeks(weekZero, weekOffset);
  const classes = slotsIn(sorted, week, criteria);
  const currentId = moved?.isSuspended ? undefined : moved?.classId;
  const isFree = (slot: Slot) => slot.id !== currentId && isOffered(slot, criteria);
  const free =
    sorted.find((slot) => weekOf(slot) > week && isFree(slot)) ??
    sorted.findLast((slot) => weekOf(slot) < week && isFree(slot));
  return {
    classes,
    canGoBack: sorted.some((slot) => weekOf(slot) < week && isListed(slot, criteria)),
    canGoOn: sorted.some((slot) => weekOf(slot) > week && isListed(slot, criteria)),
    /** The next week with a slot. If there is none, the closest earlier week with one. */
    nextFreeWeek: offsetOf(free, weekZero),
    emptyWeek:
      classes.length > 0
        ? null
        : explainEmptyWeek({ week, isAnyFree: free !== undefined }, criteria, progress),
  };
}

function weekOf({ startsAt }: ClassSlot): CalendarDate {
  return pacificWeekOf(startsAt);
}

function isOffered(slot: ClassSlot, criteria: SlotCriteria): boolean {
  return findSlotProblem(slot, criteria) === null;
}

/** Full slots stay in the list, so that students can join their waiting lists. */
function isListed(slot: ClassSlot, criteria: SlotCriteria): boolean {
  const problem = findSlotProblem(slot, criteria);
  return problem === null || problem === 'full';
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
    /** Defaults to the student’s next class. It can be a later one if the student is planning several at once. */
    readonly classNumber?: number | undefined;
    readonly now: Date;
  },
) {
  const { weekOffset, firstClass, now } = asked;
  const next = criteriaForNextClass(progress, firstClass, now).classNumber;
  const criteria = criteriaForNumber(progress, asked.classNumber ?? next, now);
  const weekZero = pacificWeekOf(now);
  const sorted = slots.toSorted(byStart);
  const nearest = nearestSlot(sorted, addWeeks(weekZero, weekOffset), criteria);
  return {
    nextClassNumber: next,
    ...offerWeek(sorted, { weekZero, weekOffset, criteria, progress }),
    firstFutureWeek: offsetOf(nearest, weekZero),
  };
}

/** `firstFutureWeek` is the week to start with if the class was canceled, because its own week may have no slots. */
export function offerRescheduleSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  moved: ActiveRegistration,
  asked: { readonly weekOffset: number; readonly now: Date },
) {
  const { firstFutureWeek, ...offer } = offerMakeupSlots(slots, progress, moved, asked);
  return { ...offer, ...(moved.isSuspended && { firstFutureWeek }) };
}

export function offerMakeupSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  moved: ActiveRegistration,
  { weekOffset, now }: { readonly weekOffset: number; readonly now: Date },
) {
  const criteria = criteriaToMove(progress, moved, now);
  const weekZero = pacificWeekOf(moved.startsAt);
  const sorted = slots.toSorted(byStart);
  return {
    ...offerWeek(sorted, { weekZero, weekOffset, criteria, progress, moved }),
    firstFutureWeek: offsetOf(nearestSlot(sorted, weekZero, criteria), weekZero),
  };
}
