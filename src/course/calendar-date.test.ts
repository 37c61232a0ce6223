import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addWeeks,
  addYear,
  daysBetween,
  describeWrongDate,
  readCalendarDate,
  weeksBetween,
} from './calendar-date.ts';

const anyDate = fc
  .integer({ min: -20_000, max: 40_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

test.each([
  ['1889-11-17', 'Please select a date between 1900 and 2100'],
  ['+012026-11-17', 'Please select a date between 1900 and 2100'],
  ['2026-02-30', 'Please select a date'],
  ['tomorrow', 'Please select a date'],
  ['', 'Please select a date'],
])('%j gets the message: %s', (text, sentence) => {
  expect(describeWrongDate(text, 'Please select a date')).toBe(sentence);
});

describe('a calendar date', () => {
  test('is read if it exists', () => {
    expect(readCalendarDate('2026-12-01')).toBe('2026-12-01');
    expect(readCalendarDate('2028-02-29')).toBe('2028-02-29');
  });

  test.each([
    '0000-01-01',
    '1899-12-31',
    '2101-01-01',
    '9999-12-31',
    '2026-02-30',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-1-5',
    '2026-12-01T12:00:00',
    ' 2026-12-01',
    'tomorrow',
    '',
  ])('%j is not a date', (text) => {
    expect(readCalendarDate(text)).toBeNull();
  });

  test('days are counted across months, leap days, and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addWeeks('2026-12-20', 2)).toBe('2027-01-03');
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
    expect(daysBetween('2026-03-09', '2026-03-07')).toBe(-2);
  });

  test('a year from 29 February is 1 March', () => {
    expect(addYear('2026-08-05')).toBe('2027-08-05');
    expect(addYear('2028-02-29')).toBe('2029-03-01');
  });

  test('weeks are counted between Sundays', () => {
    expect(weeksBetween('2026-11-29', '2026-12-20')).toBe(3);
    expect(weeksBetween('2026-12-20', '2026-11-29')).toBe(-3);
  });

  test('adding days and counting them agree', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        const moved = addDays(date, days);
        expect(readCalendarDate(moved)).toBe(moved);
        expect(daysBetween(date, moved)).toBe(days);
        expect(Math.sign(days)).toBe(moved === date ? 0 : moved > date ? 1 : -1);
      }),
    );
  });
});
