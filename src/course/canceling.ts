import { hasStarted } from './class-state.ts';
import { NOTIFY_AT_ONCE_MS, UNDO_CANCELLATION_MS } from './course.ts';

export function canCancelClass(startsAt: Date, now: Date): boolean {
  return !hasStarted(startsAt, now);
}

export function undoEnd(canceledAt: Date): Date {
  return new Date(canceledAt.getTime() + UNDO_CANCELLATION_MS);
}

export function canUndoCancellation(canceledAt: Date, now: Date): boolean {
  return now < undoEnd(canceledAt);
}

export function isNotifiedAtOnce(canceledAt: Date, firstStart: Date): boolean {
  return firstStart.getTime() - canceledAt.getTime() <= NOTIFY_AT_ONCE_MS;
}

/** We notify people when the cancellation can no longer be undone, or right away if a class starts soon. */
export function announcementTime(canceledAt: Date, firstStart: Date): Date {
  return isNotifiedAtOnce(canceledAt, firstStart) ? canceledAt : undoEnd(canceledAt);
}
