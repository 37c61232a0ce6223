import { expect, test } from 'vitest';
import { announcementTime, canCancelClass, canUndoCancellation, undoEnd } from './canceling.ts';

const minute = 60_000;
const start = new Date('2026-12-02T00:00:00Z');
const before = (minutes: number) => new Date(start.getTime() - minutes * minute);

test('a class can be canceled until it begins', () => {
  expect(canCancelClass(start, before(1))).toBe(true);
  expect(canCancelClass(start, start)).toBe(false);
  expect(canCancelClass(start, before(-1))).toBe(false);
});

test('a cancellation can be undone for ten minutes', () => {
  const canceledAt = before(600);
  expect(undoEnd(canceledAt)).toEqual(before(590));
  expect(canUndoCancellation(canceledAt, new Date(before(590).getTime() - 1))).toBe(true);
  expect(canUndoCancellation(canceledAt, before(590))).toBe(false);
});

test('people are notified once the undo time is over', () => {
  expect(announcementTime(before(121), start)).toEqual(before(111));
});

test('people are notified immediately if the class begins within two hours', () => {
  expect(announcementTime(before(120), start)).toEqual(before(120));
  expect(announcementTime(before(5), start)).toEqual(before(5));
});
