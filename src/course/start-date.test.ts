import { describe, expect, test } from 'vitest';
import { canStartOn, daysDifference, isAccountReset, readStartDate } from './start-date.ts';

describe('a start date', () => {
  test.each([
    '2026-12-01',
    '2026-12-01T12:00',
    '2026-12-01T12:00:00',
    '2026-12-01T00:00:00.000Z',
    '2026-12-01T23:00:00-08:00',
  ])('%s is 1 December, as written', (text) => {
    expect(readStartDate(text)).toBe('2026-12-01');
  });

  test.each([
    '2026-02-30',
    '2026-02-30T00:00:00.000Z',
    '2026-12-01Z',
    'T12:00Z2026-12-01',
    '12/01/2026',
    '',
  ])('%j is rejected', (text) => {
    expect(readStartDate(text)).toBeNull();
  });

  test('is never before 1900', () => {
    expect(canStartOn('1900-01-01')).toBe(true);
    expect(canStartOn('1899-12-31')).toBe(false);
  });
});

describe('a changed start date', () => {
  test('the difference counts whole days in both directions, across clock changes', () => {
    expect(daysDifference('2026-03-01', '2026-03-10')).toBe(9);
    expect(daysDifference('2026-11-03', '2026-10-30')).toBe(4);
    expect(daysDifference('2026-12-01', '2026-12-01')).toBe(0);
  });

  test('seven days or more reset an account that has registrations', () => {
    expect(isAccountReset('2026-12-01', '2026-12-08', 1)).toBe(true);
    expect(isAccountReset('2026-12-08', '2026-12-01', 6)).toBe(true);
    expect(isAccountReset('2026-12-01', '2026-12-07', 6)).toBe(false);
    expect(isAccountReset('2026-12-01', '2027-12-01', 0)).toBe(false);
  });
});
