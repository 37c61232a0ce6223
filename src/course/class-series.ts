/** A series has one class a week, always at the same Pacific time, even when the clocks change. */
import { addDays, addWeeks, type CalendarDate } from './calendar-date.ts';
import { byStart } from './class-state.ts';
import type { TimeSlot } from './course.ts';
import { type DayOfWeek, dayOfWeekOn, WEEKDAYS } from './format-time.ts';
import { classStart, fixedOffsetStart, pacificNoonText } from './pacific-time.ts';

export type PlannedClass = ReturnType<typeof planClassSeries>[number];

export function planClassSeries(firstDate: CalendarDate, timeSlot: TimeSlot, count: number) {
  const totalCount = Math.max(count, 1);
  return Array.from({ length: totalCount }, (_, weekIndex) => {
    const date = addWeeks(firstDate, weekIndex);
    return {
      /** The actual start time. `startTime` is an hour early in winter, because it has a fixed UTC offset. */
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

interface WeeklySlot {
  dayOfWeek: DayOfWeek;
  timeSlot: TimeSlot;
  instructorId?: number | null | undefined;
}

/**
 * Plans each slot once a week, starting on its first day on or after `firstDate`. Always sorts the classes the same
 * way, so that two requests that add overlapping terms at once can’t deadlock.
 */
export function planTerm<Slot extends WeeklySlot>(
  firstDate: CalendarDate,
  weeks: number,
  slots: readonly Slot[],
): (Slot & PlannedClass)[] {
  const firstDays = WEEKDAYS.map((_, day) => addDays(firstDate, day));
  const planOf = (slot: Slot) => {
    const first = firstDays.find((date) => dayOfWeekOn(date) === slot.dayOfWeek) as CalendarDate;
    return planClassSeries(first, slot.timeSlot, weeks).map((one) => ({ ...slot, ...one }));
  };
  return slots
    .toSorted((a, b) => (a.instructorId ?? 0) - (b.instructorId ?? 0))
    .flatMap(planOf)
    .toSorted(byStart);
}

const sharedBySeries = ['dayOfWeek', 'timeSlot', 'classType'] as const;

interface SeriesClass extends Record<(typeof sharedBySeries)[number], string | null> {
  id: number;
  startTime: string;
  instructorId?: number | undefined;
}

/**
 * Returns this class and all later ones on the same weekday, in the same slot and of the same type. A substitute
 * doesn’t end a series, so the instructor matters only if several classes start at the same time.
 */
export function laterInSeries<Class extends SeriesClass>(own: Class, classes: readonly Class[]) {
  const later = classes
    .filter(({ startTime }) => Date.parse(startTime) >= Date.parse(own.startTime))
    .filter((one) =>
      sharedBySeries.every((field) => one[field] !== null && one[field] === own[field]),
    );
  const isAlone = ({ id, startTime }: Class) =>
    later.every((other) => other.id === id || other.startTime !== startTime);
  return later.filter((one) => one.instructorId === own.instructorId || isAlone(one));
}
