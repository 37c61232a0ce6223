/** Cancelling classes: which, until when it can be undone, and when people are told. */
import { hasStarted } from './class-time.ts';
import { TELL_AT_ONCE_MS, UNDO_CANCELLATION_MS } from './course.ts';

export function canCancelClass(startsAt: Date, now: Date): boolean {
  return !hasStarted(startsAt, now);
}

export function undoEnd(cancelledAt: Date): Date {
  return new Date(cancelledAt.getTime() + UNDO_CANCELLATION_MS);
}

export function canUndoCancellation(cancelledAt: Date, now: Date): boolean {
  return now < undoEnd(cancelledAt);
}

/** Where the first of the classes would begin soon. */
export function isToldAtOnce(cancelledAt: Date, firstStart: Date): boolean {
  return firstStart.getTime() - cancelledAt.getTime() <= TELL_AT_ONCE_MS;
}

/** When people are told: once it can no longer be undone, unless it has to be at once. */
export function announcementTime(cancelledAt: Date, firstStart: Date): Date {
  return isToldAtOnce(cancelledAt, firstStart) ? cancelledAt : undoEnd(cancelledAt);
}
