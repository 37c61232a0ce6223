export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const FIRST_CLASS_NUMBER = 1;
export const LAST_CLASS_NUMBER = 10;
/** The teacher books sessions 1 to 4, so class 5 is the first one students pick in the portal. */
export const DEFAULT_FIRST_CLASS = 5;
export const MINIMUM_SCHEDULE_ENTRIES = 6;
export const LAST_WEEKLY_CLASS_NUMBER = 7;

export const CLASS_TYPES = ['Weekly', 'Monthly'] as const;
export type ClassType = (typeof CLASS_TYPES)[number];
export const DEFAULT_CLASS_TYPE: ClassType = 'Weekly';

export const TIME_SLOTS = [
  '8AM',
  '9AM',
  '10AM',
  '11AM',
  '12PM',
  '1PM',
  '2PM',
  '3PM',
  '4PM',
  '5PM',
  '6PM',
  '7PM',
  '8PM',
] as const;
export type TimeSlot = (typeof TIME_SLOTS)[number];
export const DEFAULT_TIME_SLOT: TimeSlot = '4PM';
export const FIRST_TIME_SLOT_HOUR = 8;

/** The lengths of a series in weeks. 0 means a single class. */
export const SERIES_COUNTS = [0, 4, 8, 12, 16, 20] as const;
export const MAX_TERM_WEEKS = 26;
export const MAX_TERM_SLOTS = 14;

export const PACIFIC_ZONE = 'America/Los_Angeles';
/** When adding a class, the web app sends a `startTime` with this offset, even in winter. */
export const NEW_CLASS_UTC_OFFSET = '-07:00';
/** Equal to the gap between time slots, so two classes overlap only if they start at the same time. */
export const CLASS_DURATION_MS = 60 * MINUTE_MS;
/** We add this to the length of the Zoom meeting, because classes may run over. */
export const MEETING_OVERRUN_MS = 15 * MINUTE_MS;
export const HOST_STAYS_BEFORE_START_MS = 60 * MINUTE_MS;

/** The schedule starts highlighting a class as the next one this long before it starts. */
export const NEXT_CLASS_AHEAD_MS = 24 * HOUR_MS;
export const NEAR_CLASS_AHEAD_MS = 60 * MINUTE_MS;
export const TIME_TO_JOIN_MS = 15 * MINUTE_MS;

/** How long staff can undo a cancellation. We notify people after that, or right away if a class starts soon. */
export const UNDO_CANCELLATION_MS = 10 * MINUTE_MS;
export const NOTIFY_AT_ONCE_MS = 2 * HOUR_MS;

/** Staff can register a student for a past class for up to a week, while we still request its attendance report. */
export const STAFF_CHOICE_BACK_MS = 7 * DAY_MS;

export const DEFAULT_RETREAT_CODE = 'FIRSTRETREAT';

export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 7;
export const CLASS_REMINDERS_AHEAD_MS = {
  'class-day': DAY_MS,
  'class-hour': HOUR_MS,
} as const;
export const RETREAT_REMINDER_MONTHS = 2;
/** Leaves time for the attendance report to arrive. */
export const MISSED_MESSAGE_AFTER_MS = 3 * HOUR_MS;
export const MISSED_MESSAGE_LATEST_MS = 3 * DAY_MS;
export const PROPOSED_SLOTS = 3;
export const PROPOSAL_LIFE_MS = 7 * DAY_MS;
export const MOST_WAITING_LISTS = 3;
/** We stop offering places this long before class, because people need time to get ready. */
export const WAITING_LIST_CLOSES_MS = 60 * MINUTE_MS;
export const ALUMNI_TEXT_HOUR = 9;

export const CLASS_EDIT_LATEST_DATE = '2026-01-01';
export const EARLIEST_START_DATE = '1900-01-01';
export const ACCOUNT_RESET_DAYS = 7;
export const UNDO_RESET_MS = 24 * HOUR_MS;
/**
 * How long we offer Undo. During that time, the student stays registered for the old class in Zoom, and we don’t notify
 * them of the move.
 */
export const UNDO_MOVE_HELD_MS = 15_000;
/**
 * How long we accept Undo and don’t offer the old place to the waiting list. This is longer than `UNDO_MOVE_HELD_MS`,
 * to allow for slow requests.
 */
export const UNDO_MOVE_MS = 30_000;

export const PAGE_SIZES = { classes: 20, students: 20, alumni: 20, journey: 20 } as const;
export const MOST_PEOPLE_FOUND = 8;
export const WEEK_OFFSET_STEP = 1;
export const WEEK_OFFSET_JUMP = 3;

export function classTypeFor(classNumber: number): ClassType {
  return classNumber <= LAST_WEEKLY_CLASS_NUMBER ? 'Weekly' : 'Monthly';
}

export function classTopic(courseShortName: string, classType: ClassType): string {
  return `${courseShortName} ${classType} Class`;
}

export function nextClassNumber(activeClassNumbers: readonly number[], firstClass: number): number {
  return Math.max(firstClass, ...activeClassNumbers.map((number) => number + 1));
}

export function hasClassesToChoose(activeClassNumbers: readonly number[], firstClass: number) {
  return nextClassNumber(activeClassNumbers, firstClass) <= LAST_CLASS_NUMBER;
}

export function canShowSchedule(entryCount: number, firstClass: number): boolean {
  return entryCount >= Math.min(MINIMUM_SCHEDULE_ENTRIES, LAST_CLASS_NUMBER - firstClass + 1);
}
