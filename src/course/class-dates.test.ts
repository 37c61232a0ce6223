import { describe, expect, test } from 'vitest';
import {
  canAddClassOn,
  canMoveClassTo,
  canMoveClassToTime,
  isShortNotice,
  latestEditDate,
} from './class-dates.ts';

describe('a new class', () => {
  test('can be today or later, never in the past', () => {
    expect(canAddClassOn('2026-12-01', '2026-12-01')).toBe(true);
    expect(canAddClassOn('2027-12-01', '2026-12-01')).toBe(true);
    expect(canAddClassOn('2026-11-30', '2026-12-01')).toBe(false);
  });
});

describe('the latest day a class can move to', () => {
  test('is the fixed limit while that is in the future', () => {
    expect(latestEditDate('2025-06-01', null)).toBe('2026-01-01');
    expect(latestEditDate('2025-12-31', null)).toBe('2026-01-01');
  });

  test('is one year from today once the fixed limit has passed', () => {
    expect(latestEditDate('2026-01-01', null)).toBe('2027-01-01');
    expect(latestEditDate('2026-12-01', null)).toBe('2027-12-01');
  });

  test('is the setting if there is one', () => {
    expect(latestEditDate('2025-06-01', '2025-08-01')).toBe('2025-08-01');
    expect(latestEditDate('2026-12-01', '2030-08-01')).toBe('2030-08-01');
  });
});

describe('moving a class', () => {
  const move = { ownDate: '2026-11-24', today: '2026-12-01', override: null };

  test('can go to any day from today to the limit', () => {
    expect(canMoveClassTo('2026-11-30', move)).toBe(false);
    expect(canMoveClassTo('2026-12-01', move)).toBe(true);
    expect(canMoveClassTo('2027-12-01', move)).toBe(true);
    expect(canMoveClassTo('2027-12-02', move)).toBe(false);
  });

  test('can keep its own day even if that is out of range', () => {
    expect(canMoveClassTo('2026-11-24', move)).toBe(true);
    expect(canMoveClassTo('2029-01-01', { ...move, ownDate: '2029-01-01' })).toBe(true);
  });

  test('is limited by the setting', () => {
    expect(canMoveClassTo('2027-01-02', { ...move, override: '2027-01-01' })).toBe(false);
  });
});

describe('moving a class by the hour', () => {
  const now = new Date('2026-11-21T12:30:00-08:00');
  const own = new Date('2026-11-21T13:00:00-08:00');
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  test('can go to a future time, or keep its own time even if that has passed', () => {
    expect(canMoveClassToTime(at(-1), own, now)).toBe(false);
    expect(canMoveClassToTime(now, own, now)).toBe(false);
    expect(canMoveClassToTime(at(1), own, now)).toBe(true);
    expect(canMoveClassToTime(at(-120), at(-120), now)).toBe(true);
  });

  test('fifteen minutes are short notice, unless the class keeps its time', () => {
    expect(isShortNotice(at(15), own, now)).toBe(true);
    expect(isShortNotice(at(16), own, now)).toBe(false);
    expect(isShortNotice(at(5), at(5), now)).toBe(false);
  });
});
