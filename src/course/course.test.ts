import { describe, expect, test } from 'vitest';
import * as course from './course.ts';

describe('the constants of the course', () => {
  test('a class is named after the course and its type', () => {
    expect(course.classTopic('TM', 'Weekly')).toBe('TM Weekly Class');
    expect(course.classTopic('TM', 'Monthly')).toBe('TM Monthly Class');
  });

  test('the constants have the agreed values', () => {
    const constants = Object.entries(course).filter(([, value]) => typeof value !== 'function');
    expect(Object.fromEntries(constants)).toEqual({
      MINUTE_MS: 60_000,
      HOUR_MS: 3_600_000,
      DAY_MS: 86_400_000,
      MOST_PEOPLE_FOUND: 8,
      MAX_TERM_SLOTS: 14,
      MAX_TERM_WEEKS: 26,
      UNDO_CANCELLATION_MS: 10 * 60 * 1000,
      UNDO_RESET_MS: 24 * 60 * 60 * 1000,
      UNDO_MOVE_HELD_MS: 15_000,
      UNDO_MOVE_MS: 30_000,
      STAFF_CHOICE_BACK_MS: 7 * 24 * 60 * 60 * 1000,
      NOTIFY_AT_ONCE_MS: 2 * 60 * 60 * 1000,
      FIRST_CLASS_NUMBER: 1,
      LAST_CLASS_NUMBER: 10,
      LAST_WEEKLY_CLASS_NUMBER: 7,
      DEFAULT_FIRST_CLASS: 5,
      MINIMUM_SCHEDULE_ENTRIES: 6,
      CLASS_TYPES: ['Weekly', 'Monthly'],
      DEFAULT_CLASS_TYPE: 'Weekly',
      TIME_SLOTS: '8AM 9AM 10AM 11AM 12PM 1PM 2PM 3PM 4PM 5PM 6PM 7PM 8PM'.split(' '),
      DEFAULT_TIME_SLOT: '4PM',
      FIRST_TIME_SLOT_HOUR: 8,
      SERIES_COUNTS: [0, 4, 8, 12, 16, 20],
      PACIFIC_ZONE: 'America/Los_Angeles',
      NEW_CLASS_UTC_OFFSET: '-07:00',
      CLASS_DURATION_MS: 3_600_000,
      MEETING_OVERRUN_MS: 900_000,
      HOST_STAYS_BEFORE_START_MS: 3_600_000,
      NEXT_CLASS_AHEAD_MS: 86_400_000,
      NEAR_CLASS_AHEAD_MS: 3_600_000,
      TIME_TO_JOIN_MS: 900_000,
      DEFAULT_RETREAT_CODE: 'FIRSTRETREAT',
      QUIET_FROM_HOUR: 21,
      QUIET_UNTIL_HOUR: 7,
      CLASS_REMINDERS_AHEAD_MS: { 'class-day': 86_400_000, 'class-hour': 3_600_000 },
      RETREAT_REMINDER_MONTHS: 2,
      MISSED_MESSAGE_AFTER_MS: 10_800_000,
      MISSED_MESSAGE_LATEST_MS: 259_200_000,
      PROPOSED_SLOTS: 3,
      PROPOSAL_LIFE_MS: 604_800_000,
      MOST_WAITING_LISTS: 3,
      WAITING_LIST_CLOSES_MS: 3_600_000,
      ALUMNI_TEXT_HOUR: 9,
      CLASS_EDIT_LATEST_DATE: '2026-01-01',
      EARLIEST_START_DATE: '1900-01-01',
      ACCOUNT_RESET_DAYS: 7,
      PAGE_SIZES: { classes: 20, students: 20, alumni: 20, journey: 20 },
      WEEK_OFFSET_STEP: 1,
      WEEK_OFFSET_JUMP: 3,
    });
  });

  test('classes up to 7 are weekly and 8 to 10 are monthly', () => {
    const types = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(course.classTypeFor);
    expect(types).toEqual([...Array(7).fill('Weekly'), ...Array(3).fill('Monthly')]);
  });
});

describe('the next class', () => {
  test('is the configured first class for a new student', () => {
    expect(course.nextClassNumber([], 5)).toBe(5);
    expect(course.nextClassNumber([], 1)).toBe(1);
    expect(course.nextClassNumber([], 10)).toBe(10);
  });

  test('follows the highest registered class, in any list order', () => {
    expect(course.nextClassNumber([7, 5, 6], 5)).toBe(8);
    expect(course.nextClassNumber([1, 2], 1)).toBe(3);
  });

  test('is never below the setting', () => {
    expect(course.nextClassNumber([1, 2], 5)).toBe(5);
    expect(course.nextClassNumber([4], 5)).toBe(5);
  });

  test('does not exist after class 10', () => {
    expect(course.hasClassesToChoose([5, 6, 7, 8, 9], 5)).toBe(true);
    expect(course.hasClassesToChoose([5, 6, 7, 8, 9, 10], 5)).toBe(false);
  });
});

describe('the schedule', () => {
  test('needs six entries', () => {
    expect(course.canShowSchedule(5, 5)).toBe(false);
    expect(course.canShowSchedule(6, 5)).toBe(true);
    expect(course.canShowSchedule(5, 1)).toBe(false);
    expect(course.canShowSchedule(6, 1)).toBe(true);
  });

  test('needs fewer if the course has fewer than six classes to pick', () => {
    expect(course.canShowSchedule(2, 8)).toBe(false);
    expect(course.canShowSchedule(3, 8)).toBe(true);
    expect(course.canShowSchedule(1, 10)).toBe(true);
  });
});
