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

export function isToldAtOnce(cancelledAt: Date, firstStart: Date): boolean {
  return firstStart.getTime() - cancelledAt.getTime() <= TELL_AT_ONCE_MS;
}

/** People are notified once it can no longer be undone, or right away if a class starts soon. */
export function announcementTime(cancelledAt: Date, firstStart: Date): Date {
  return isToldAtOnce(cancelledAt, firstStart) ? cancelledAt : undoEnd(cancelledAt);
}
