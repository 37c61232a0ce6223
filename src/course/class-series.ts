/** A series has one class a week, always at the same Pacific time, even when the clocks change. */
import { addWeeks, type CalendarDate } from './calendar-date.ts';
import type { SeriesCount, TimeSlot } from './course.ts';
import { type DayOfWeek, dayOfWeekOn } from './format-time.ts';
import { classStart, fixedOffsetStart, pacificNoonText } from './pacific-time.ts';

export interface PlannedClass {
  /** The actual start time. The other fields go to the API. */
  readonly startsAt: Date;
  readonly pacificDate: string;
  readonly startTime: string;
  readonly timeSlot: TimeSlot;
  readonly dayOfWeek: DayOfWeek;
  readonly weekIndex: number;
  readonly totalCount: number;
}

export function planClassSeries(
  firstDate: CalendarDate,
  timeSlot: TimeSlot,
  count: SeriesCount,
): PlannedClass[] {
  const totalCount = Math.max(count, 1);
  return Array.from({ length: totalCount }, (_, weekIndex) => {
    const date = addWeeks(firstDate, weekIndex);
    return {
      startsAt: classStart(date, timeSlot),
      pacificDate: pacificNoonText(date),
      startTime: fixedOffsetStart(date, timeSlot).toISOString(),
      timeSlot,
      dayOfWeek: dayOfWeekOn(date),
      weekIndex,
      totalCount,
    };
  });
}
