import { DAY_MS } from './course.ts';

/** Written as 'YYYY-MM-DD', so comparing the strings also compares the dates. */
export type CalendarDate = string;

const DAYS_IN_WEEK = 7;

/** Uses UTC for date arithmetic, because it has no daylight saving time. */
export function utcMidnight(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

export function utcDate(milliseconds: number): CalendarDate {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Limited to 1900–2100, because Intl and PostgreSQL are unreliable near the years 0 and 9999. */
const YEARS = /^(?:19\d\d|20\d\d|2100)-\d{2}-\d{2}$/;

export function readCalendarDate(text: string): CalendarDate | null {
  const milliseconds = YEARS.test(text) ? utcMidnight(text) : Number.NaN;
  if (Number.isNaN(milliseconds)) return null;
  // Some engines parse February 30 as March 2, so we check that the date formats back to the same text.
  return utcDate(milliseconds) === text ? text : null;
}

export function describeWrongDate(text: string, missing: string): string {
  const isDay = /^[+-]?\d{4,6}-(?:0\d|1[0-2])-[0-3]\d/.test(text);
  return isDay && !/^(?:19|20|2100)/.test(text)
    ? 'Please select a date between 1900 and 2100'
    : missing;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return utcDate(utcMidnight(date) + days * DAY_MS);
}

export function addWeeks(date: CalendarDate, weeks: number): CalendarDate {
  return addDays(date, weeks * DAYS_IN_WEEK);
}

/** February 29 plus a year is March 1. */
export function addYear(date: CalendarDate): CalendarDate {
  const day = new Date(utcMidnight(date));
  return utcDate(day.setUTCFullYear(day.getUTCFullYear() + 1));
}

/** December 31 plus two months is the last day of February. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0));
  return utcDate(lastDay.setUTCDate(Math.min(day, lastDay.getUTCDate())));
}

export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

export function weeksBetween(fromSunday: CalendarDate, toSunday: CalendarDate): number {
  return daysBetween(fromSunday, toSunday) / DAYS_IN_WEEK;
}

/** A date picker represents a day as midnight in the browser’s time zone. */
export function dateFromPicker(picked: Date): CalendarDate {
  return utcDate(Date.UTC(picked.getFullYear(), picked.getMonth(), picked.getDate()));
}

export function dateForPicker(date: CalendarDate): Date {
  const day = new Date(utcMidnight(date));
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
}
