/** The numbers and names the course is built on. Each is written here and nowhere else. */

export const FIRST_CLASS_NUMBER = 1;
export const LAST_CLASS_NUMBER = 10;
/** Sessions 1 to 4 are booked by the teacher, so this is the first one a student picks here. */
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

/** How many classes one use of the add dialog makes; 0 stands for a single class. */
export const SERIES_COUNTS = [0, 4, 8, 12, 16, 20] as const;
export type SeriesCount = (typeof SERIES_COUNTS)[number];

export const PACIFIC_ZONE = 'America/Los_Angeles';
/** What the client uses for the `startTime` of a new class, summer and winter alike. */
export const NEW_CLASS_UTC_OFFSET = '-07:00';
/** No longer than from one time slot to the next: so classes overlap only if they begin at the same time. */
export const CLASS_DURATION_MS = 60 * 60 * 1000;
/** How much longer the meeting is planned at the provider: classes run over, and its calendar ought to show that. */
export const MEETING_OVERRUN_MS = 15 * 60 * 1000;
/** How long before a class its meeting no longer moves to another host. */
export const HOST_STAYS_BEFORE_START_MS = 60 * 60 * 1000;

/** From how long before its start a class is in reach on every part of the schedule, until it is past. */
export const NEXT_CLASS_AHEAD_MS = 24 * 60 * 60 * 1000;
/** From how long before its start joining it is the one thing to do. */
export const TIME_TO_JOIN_MS = 15 * 60 * 1000;

/** How long a cancellation of classes can be undone. People are told only then, unless a class begins soon. */
export const UNDO_CANCELLATION_MS = 10 * 60 * 1000;
export const TELL_AT_ONCE_MS = 2 * 60 * 60 * 1000;

/** How long ago a class may have begun into which staff put a student: as long as reports of who came are read again. */
export const STAFF_CHOICE_BACK_MS = 7 * 24 * 60 * 60 * 1000;

/** The code for a free first retreat, unless the school has its own. */
export const DEFAULT_RETREAT_CODE = 'FIRSTRETREAT';
export const RETREAT_IDEAL_MONTHS = 4;

/** No reminder is sent from 9 PM to 7 AM PT. */
export const QUIET_FROM_HOUR = 21;
export const QUIET_UNTIL_HOUR = 7;
export const CLASS_REMINDERS_AHEAD_MS = {
  'class-day': 24 * 60 * 60 * 1000,
  'class-hour': 60 * 60 * 1000,
} as const;
export const RETREAT_REMINDER_MONTHS = 2;
/** Who missed a class is told this long after its start, when the report of who came has had its chance. */
export const MISSED_MESSAGE_AFTER_MS = 3 * 60 * 60 * 1000;
/** Whoever is still not told by then is not told any more. */
export const MISSED_MESSAGE_LATEST_MS = 3 * 24 * 60 * 60 * 1000;
/** How many times are proposed to make up for a missed class, and for how long a reply can pick one. */
export const PROPOSED_SLOTS = 3;
export const PROPOSAL_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
/** Alumni are told of the week's sessions on Monday at this hour. */
export const ALUMNI_TEXT_HOUR = 9;

export const CLASS_EDIT_LATEST_DATE = '2026-01-01';
export const EARLIEST_START_DATE = '1900-01-01';
export const ACCOUNT_RESET_DAYS = 7;
/** How long an account reset can be undone. */
export const UNDO_RESET_MS = 24 * 60 * 60 * 1000;
/** How long a student is offered to undo a move. Until then the old place is kept, and nobody is notified. */
export const UNDO_MOVE_HELD_MS = 15_000;
/** How long it can be undone: the offer may be held open, and a request may be slow. */
export const UNDO_MOVE_MS = 30_000;

export const PAGE_SIZES = { classes: 20, students: 20, alumni: 20, journey: 20 } as const;
export const WEEK_OFFSET_STEP = 1;
export const WEEK_OFFSET_JUMP = 3;

export function classTypeFor(classNumber: number): ClassType {
  return classNumber <= LAST_WEEKLY_CLASS_NUMBER ? 'Weekly' : 'Monthly';
}

/** What a class is called, on the dashboard and as the title of its meeting. */
export function classTopic(courseShortName: string, classType: ClassType): string {
  return `${courseShortName} ${classType} Class`;
}

export function nextClassNumber(activeClassNumbers: readonly number[], firstClass: number): number {
  return Math.max(firstClass, ...activeClassNumbers.map((number) => number + 1));
}

export function hasClassesToChoose(
  activeClassNumbers: readonly number[],
  firstClass: number,
): boolean {
  return nextClassNumber(activeClassNumbers, firstClass) <= LAST_CLASS_NUMBER;
}

/** A course that starts later than class 5 has fewer than six classes, and all of them are enough. */
export function canShowSchedule(entryCount: number, firstClass: number): boolean {
  return entryCount >= Math.min(MINIMUM_SCHEDULE_ENTRIES, LAST_CLASS_NUMBER - firstClass + 1);
}
