import { describe, expect, test } from 'vitest';
import {
  countAttendanceChecks,
  describeClass,
  hasStarted,
  isCompleted,
  isJoinNow,
  isMissed,
  isPast,
  isTimeToStart,
  isUpcoming,
} from './class-state.ts';

const start = new Date('2026-12-02T00:00:00Z');
const HOUR = 3_600_000;
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);

describe('the time of a class', () => {
  test.each([
    ['a millisecond before the start', -1, { started: false, joinNow: false, past: false }],
    ['at the start', 0, { started: true, joinNow: true, past: false }],
    ['exactly one hour after the start', HOUR, { started: true, joinNow: true, past: false }],
    ['a millisecond later', HOUR + 1, { started: true, joinNow: false, past: true }],
  ])('%s', (_, milliseconds, expected) => {
    const now = later(milliseconds);
    expect(hasStarted(start, now)).toBe(expected.started);
    expect(isJoinNow(start, now)).toBe(expected.joinNow);
    expect(isPast(start, now)).toBe(expected.past);
    expect(isUpcoming(start, now)).toBe(!expected.past);
  });
});

test('a meeting can be started from half an hour before the class until it is past', () => {
  const minute = 60_000;
  for (const [milliseconds, isDue] of [
    [-30 * minute - 1, false],
    [-30 * minute, true],
    [HOUR, true],
    [HOUR + 1, false],
  ] as const) {
    expect(isTimeToStart(start, later(milliseconds)), String(milliseconds)).toBe(isDue);
  }
});

describe('attendance', () => {
  test('only Present completes a class', () => {
    expect(isCompleted({ status: 'Present' })).toBe(true);
    expect(isCompleted({ status: 'Absent' })).toBe(false);
    expect(isCompleted(null)).toBe(false);
  });

  test('a class without a record is missed, and can be made up, once it is past', () => {
    expect(isMissed(start, null, later(HOUR + 1))).toBe(true);
    expect(isMissed(start, null, later(HOUR))).toBe(false);
    expect(isMissed(start, { status: 'Present' }, later(HOUR + 1))).toBe(false);
    expect(isMissed(start, { status: 'Absent' }, later(HOUR + 1))).toBe(false);
  });
});

describe('looking up attendance', () => {
  const MINUTE = 60_000;
  const checksAfter = (milliseconds: number) => countAttendanceChecks([start], later(milliseconds));

  test('is due when a class becomes past, and then less and less often for half an hour', () => {
    expect(checksAfter(HOUR)).toBe(0);
    for (const [index, minutes] of [0, 1, 2, 3, 5, 7, 10, 20, 30].entries()) {
      expect(checksAfter(HOUR + minutes * MINUTE)).toBe(index);
      expect(checksAfter(HOUR + minutes * MINUTE + 1)).toBe(index + 1);
    }
    expect(checksAfter(1000 * HOUR)).toBe(9);
  });

  test('is tracked separately for each class', () => {
    const starts = [start, later(2 * MINUTE), later(30 * 24 * HOUR)];
    expect(countAttendanceChecks(starts, later(HOUR + 2 * MINUTE + 1))).toBe(4);
    expect(countAttendanceChecks([], later(HOUR))).toBe(0);
  });
});

describe('a schedule card', () => {
  test('an upcoming class can be joined and rescheduled', () => {
    expect(describeClass(start, null, later(-HOUR))).toEqual({
      isPast: false,
      isJoinNow: false,
      isCompleted: false,
    });
  });

  test('a class in progress can be joined now, even once the student is marked present', () => {
    expect(describeClass(start, { status: 'Present' }, later(60_000))).toEqual({
      isPast: false,
      isJoinNow: true,
      isCompleted: true,
    });
  });

  test('a past class without a record is neither in progress nor completed', () => {
    expect(describeClass(start, null, later(2 * HOUR))).toEqual({
      isPast: true,
      isJoinNow: false,
      isCompleted: false,
    });
  });

  test('an attended past class is completed', () => {
    expect(describeClass(start, { status: 'Present' }, later(2 * HOUR))).toEqual({
      isPast: true,
      isJoinNow: false,
      isCompleted: true,
    });
  });
});
