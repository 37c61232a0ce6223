/** Days on which there are no classes. */
import type { CalendarDate } from './calendar-date.ts';
import { addDays } from './calendar-date.ts';
import { pacificInstant } from './pacific-time.ts';

/** Both ends are closed. */
export interface ClosedRange {
  readonly firstDate: CalendarDate;
  readonly lastDate: CalendarDate;
}

export function findClosed<Range extends ClosedRange>(
  ranges: readonly Range[],
  date: CalendarDate,
): Range | undefined {
  return ranges.find(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate);
}

/** From the first instant of the range up to, not including, the first after it. */
export function closedWindow({ firstDate, lastDate }: ClosedRange): { start: Date; end: Date } {
  return {
    start: pacificInstant(firstDate, 0, 0),
    end: pacificInstant(addDays(lastDate, 1), 0, 0),
  };
}
