import { expect, test } from 'vitest';
import { wasClassHeld } from './held-class.ts';

const startsAt = new Date('2026-11-24T16:00:00-08:00');
const after = (hours: number) => new Date(startsAt.getTime() + hours * 3_600_000);
const silence = { startsAt, lastSeenAt: null, hasNoReport: true, receivesEvents: true };

test('a meeting with anyone in it from half an hour before the start was held', () => {
  expect(wasClassHeld({ ...silence, lastSeenAt: after(-0.5) }, after(30))).toBe(true);
});

test('a room that was only tried out beforehand was not', () => {
  expect(wasClassHeld({ ...silence, lastSeenAt: after(-0.6) }, after(3))).toBe(false);
});

test('without any event or report we know three hours after the start, not before', () => {
  expect(wasClassHeld(silence, after(2.9))).toBe(null);
  expect(wasClassHeld(silence, after(3))).toBe(false);
});

test('where events do not reach us, the report has a day to come', () => {
  const alone = { ...silence, receivesEvents: false };
  expect(wasClassHeld(alone, after(23.9))).toBe(null);
  expect(wasClassHeld(alone, after(24))).toBe(false);
});

test('without an answer about the report we never know', () => {
  expect(wasClassHeld({ ...silence, hasNoReport: false }, after(300))).toBe(null);
});
