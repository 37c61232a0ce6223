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

export function markClosed<Planned extends { startsAt: Date }>(
  plan: readonly Planned[],
  ranges: readonly (ClosedRange & { readonly name: string })[],
): (Planned & { skipped: string | null })[] {
  const nameOf = ({ startsAt }: Planned) => findClosed(ranges, pacificDate(startsAt))?.name;
  return plan.map((one) => ({ ...one, skipped: nameOf(one) ?? null }));
}
