import { addDays, type CalendarDate } from './calendar-date.ts';
import { dayOfWeekOn, formatMonthDay } from './format-time.ts';
import { pacificDate, pacificWeekOf } from './pacific-time.ts';
import { type CourseProgress, SLOT_PROBLEMS, type SlotCriteria } from './slot-choice.ts';

export const EMPTY_WEEK_REASONS = [
  'over',
  'week-taken',
  'nothing-yet',
  'before-start-date',
  'before-class',
  'none-left',
  'none',
] as const;

export interface EmptyWeek {
  readonly reason: (typeof EMPTY_WEEK_REASONS)[number];
  readonly date?: CalendarDate | undefined;
  readonly classNumber?: number | undefined;
}

export function explainEmptyWeek(
  { week, isAnyFree }: { readonly week: CalendarDate; readonly isAnyFree: boolean },
  { startDate, takenWeeks, laterThan, now }: SlotCriteria,
  { registrations }: CourseProgress,
): EmptyWeek {
  const thisWeek = pacificWeekOf(now);
  if (week < thisWeek) return { reason: 'over' };
  if (takenWeeks.has(week)) return { reason: 'week-taken' };
  if (!isAnyFree) return { reason: 'nothing-yet' };
  if (addDays(week, 6) <= startDate) return { reason: 'before-start-date', date: startDate };
  if (laterThan !== null && week < pacificWeekOf(laterThan)) {
    const before = registrations.find(({ startsAt }) => startsAt === laterThan);
    return {
      reason: 'before-class',
      date: pacificDate(laterThan),
      classNumber: before?.classNumber,
    };
  }
  return { reason: week === thisWeek ? 'none-left' : 'none' };
}

export function describeEmptyWeek(
  { reason, date = '', classNumber: before }: EmptyWeek,
  classNumber: number,
  supportEmail: string,
): string {
  const day = () => `${dayOfWeekOn(date)}, ${formatMonthDay(date)}`;
  switch (reason) {
    case 'over':
      return 'This week is over. Please try a later week.';
    case 'week-taken':
      return SLOT_PROBLEMS['week-taken'];
    case 'nothing-yet':
      return `There are no class times to choose from yet. Please check back later, or email ${supportEmail}.`;
    case 'before-start-date':
      return `Your course starts on ${day()}. Please try a later week.`;
    case 'before-class':
      return `Class ${before} is on ${day()}, and Class ${classNumber} comes after it. Please try a later week.`;
    case 'none-left':
      return `There are no times left for Class ${classNumber} this week. Please try another week.`;
    default:
      return `There are no times for Class ${classNumber} this week. Please try another week.`;
  }
}
