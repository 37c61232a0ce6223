/** The dates that staff can add a class on or move one to. `today` is the Pacific date. */
import { addYear, type CalendarDate } from './calendar-date.ts';
import { hasStarted } from './class-state.ts';
import { CLASS_EDIT_LATEST_DATE, MINUTE_MS } from './course.ts';

export function canAddClassOn(date: CalendarDate, today: CalendarDate): boolean {
  return date >= today;
}

/** Without an override, the limit is CLASS_EDIT_LATEST_DATE. From that date on, the limit is a year ahead. */
export function latestEditDate(today: CalendarDate, override: CalendarDate | null): CalendarDate {
  if (override !== null) return override;
  return today < CLASS_EDIT_LATEST_DATE ? CLASS_EDIT_LATEST_DATE : addYear(today);
}

export interface ClassMove {
  readonly ownDate: CalendarDate;
  readonly today: CalendarDate;
  readonly override: CalendarDate | null;
}

/** Always allows the class’s own date, so that staff can still change the instructor of a past class. */
export function canMoveClassTo(date: CalendarDate, move: ClassMove): boolean {
  const { ownDate, today, override } = move;
  return date === ownDate || (date >= today && date <= latestEditDate(today, override));
}

export function canMoveClassToTime(startsAt: Date, ownStart: Date, now: Date): boolean {
  return startsAt.getTime() === ownStart.getTime() || !hasStarted(startsAt, now);
}

const SHORT_NOTICE_MS = 15 * MINUTE_MS;

/** Students might not see such a late change before class, so the editor has to confirm it. */
export function isShortNotice(startsAt: Date, ownStart: Date, now: Date): boolean {
  const isMoved = startsAt.getTime() !== ownStart.getTime();
  return isMoved && startsAt.getTime() - now.getTime() <= SHORT_NOTICE_MS;
}
