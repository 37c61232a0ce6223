import { describe, expect, test } from 'vitest';
import { formatTime } from './format-time.ts';
import {
  countAnnouncements,
  countScheduleChecks,
  describeNextClass,
  findClassInReach,
  isInReach,
  isNear,
  isTimeToJoin,
} from './next-class.ts';

// 9:00 AM PT
const start = new Date('2026-11-21T17:00:00Z');
const minute = 60_000;
const hour = 60 * minute;
const early = (milliseconds: number) => new Date(start.getTime() - milliseconds);
const late = (milliseconds: number) => early(-milliseconds);

describe('the class in reach', () => {
  test.each([
    ['25 hours before', false, early(25 * hour)],
    ['a day and a moment before', false, early(24 * hour + 1)],
    ['a day before', true, early(24 * hour)],
    ['at the start', true, start],
    ['an hour after the start', true, late(hour)],
    ['more than an hour after the start', false, late(hour + 1)],
  ])('%s, in reach is %o', (_, expected, now) => {
    expect(isInReach(start, now)).toBe(expected);
  });

  test('is near from an hour before the start until the class is past', () => {
    expect(isNear(start, early(hour + 1))).toBe(false);
    expect(isNear(start, early(hour))).toBe(true);
    expect(isNear(start, late(hour))).toBe(true);
    expect(isNear(start, late(hour + 1))).toBe(false);
  });

  test('Join is the main action from 15 minutes before the start until the class is past', () => {
    expect(isTimeToJoin(start, early(15 * minute + 1))).toBe(false);
    expect(isTimeToJoin(start, early(15 * minute))).toBe(true);
    expect(isTimeToJoin(start, late(hour))).toBe(true);
    expect(isTimeToJoin(start, late(hour + 1))).toBe(false);
  });

  const today = { name: 'today', startsAt: start, isExcused: false };
  const tomorrow = { name: 'tomorrow', startsAt: late(20 * hour), isExcused: false };
  const later = { name: 'later', startsAt: late(30 * 24 * hour), isExcused: false };
  const found = (now: Date, classes = [later, tomorrow, today]) =>
    findClassInReach(classes, now)?.name ?? null;

  test('is the first of two classes to start, and then the other once that one is past', () => {
    expect(found(early(minute))).toBe('today');
    expect(found(late(hour))).toBe('today');
    expect(found(late(hour + 1))).toBe('tomorrow');
  });

  test('does not exist between two classes or after the last', () => {
    expect(found(early(25 * hour))).toBe(null);
    expect(found(late(22 * hour))).toBe(null);
    expect(findClassInReach([], start)).toBe(null);
  });

  test('an excused class does not hide the next one', () => {
    expect(found(early(minute), [{ ...today, isExcused: true }, tomorrow])).toBe('tomorrow');
  });
});

describe('its text', () => {
  const words = (now: Date) => describeNextClass(8, start, now);
  const time = formatTime(start);

  test.each([
    [24 * hour, 'in 24 hours'],
    [23.6 * hour, 'in 24 hours'],
    [23.4 * hour, 'in 23 hours'],
    [3 * hour, 'in 3 hours'],
    [3 * hour - minute, 'in 2 hours 59 minutes'],
    [2 * hour, 'in 2 hours'],
    [61 * minute, 'in 1 hour 1 minute'],
    [hour, 'in 1 hour'],
    [59.5 * minute, 'in 1 hour'],
    [59 * minute, 'in 59 minutes'],
    [12 * minute, 'in 12 minutes'],
    [11.1 * minute, 'in 12 minutes'],
    [1, 'in 1 minute'],
  ])('%d ms before the start is %s', (wait, countdown) => {
    expect(words(early(wait))).toEqual({ title: `Class 8 · today at ${time}`, countdown });
  });

  test.each([
    [0, 'just now'],
    [59_999, 'just now'],
    [minute, '1 minute ago'],
    [12.9 * minute, '12 minutes ago'],
    [hour, '60 minutes ago'],
  ])('%d ms after the start says that the class has begun', (since, countdown) => {
    expect(words(late(since))).toEqual({ title: `Class 8 has started · ${time}`, countdown });
  });
});

test('screen readers announce it 15 minutes before, 5 minutes before, and at the start', () => {
  const waits = [15 * minute + 1, 15 * minute, 5 * minute + 1, 5 * minute, 1, 0, -hour];
  expect(waits.map((wait) => countAnnouncements(start, early(wait)))).toEqual([
    0, 1, 1, 2, 2, 3, 3,
  ]);
});

test('the schedule refetches when a class comes into reach and at each announcement', () => {
  const other = late(3 * 24 * hour);
  const waits = [24 * hour + 1, 24 * hour, 15 * minute, 5 * minute, 0];
  const checks = waits.map((wait) => countScheduleChecks([other, start], early(wait)));
  expect(checks).toEqual([0, 1, 2, 3, 4]);
  expect(countScheduleChecks([other, start], other)).toBe(8);
});
