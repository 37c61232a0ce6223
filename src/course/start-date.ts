import { type CalendarDate, daysBetween, readCalendarDate } from './calendar-date.ts';
import { ACCOUNT_RESET_DAYS, EARLIEST_START_DATE } from './course.ts';

/** Uses the date as written, and ignores the time and time zone of an ISO date-time. */
export function readStartDate(text: string): CalendarDate | null {
  return readCalendarDate(
    text.replace(/T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/, ''),
  );
}

export function canStartOn(date: CalendarDate): boolean {
  return date >= EARLIEST_START_DATE;
}

export function daysDifference(from: CalendarDate, to: CalendarDate): number {
  return Math.abs(daysBetween(from, to));
}

export function isAccountReset(from: CalendarDate, to: CalendarDate, activeRegistrations: number) {
  return activeRegistrations > 0 && daysDifference(from, to) >= ACCOUNT_RESET_DAYS;
}
