import { addDays, type CalendarDate } from './calendar-date.ts';
import { pacificDate, pacificInstant } from './pacific-time.ts';

/** Both dates are inclusive. */
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

/** `end` is exclusive. */
export function closedWindow({ firstDate, lastDate }: ClosedRange): { start: Date; end: Date } {
  return {
    start: pacificInstant(firstDate, 0, 0),
    end: pacificInstant(addDays(lastDate, 1), 0, 0),
  };
}

interface Named extends ClosedRange {
  readonly name: string;
}

export interface SkippedDate {
  readonly date: CalendarDate;
  readonly name: string;
}

/** Leaves out classes on closed days and adjusts the total count. */
export function skipClosed<Planned extends { startsAt: Date; totalCount: number }>(
  plan: readonly Planned[],
  ranges: readonly Named[],
): { planned: Planned[]; skipped: SkippedDate[] } {
  const closedOf = ({ startsAt }: Planned) => findClosed(ranges, pacificDate(startsAt));
  const open = plan.filter((one) => !closedOf(one));
  return {
    planned: open.map((one) => ({ ...one, totalCount: open.length })),
    skipped: plan.flatMap((one) => {
      const closed = closedOf(one);
      return closed ? [{ date: pacificDate(one.startsAt), name: closed.name }] : [];
    }),
  };
}
