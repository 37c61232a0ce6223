import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './calendar-date.ts';
import { planClassSeries } from './class-series.ts';
import { SERIES_COUNTS, TIME_SLOTS } from './course.ts';
import { dayOfWeek, formatTime } from './format-time.ts';
import { pacificDate } from './pacific-time.ts';

describe('a series of classes', () => {
  test('a single class is a series of one', () => {
    expect(planClassSeries('2026-12-01', '4PM', 0)).toEqual([
      {
        startsAt: new Date('2026-12-02T00:00:00Z'),
        pacificDate: '2026-12-01T12:00:00',
        startTime: '2026-12-01T23:00:00.000Z',
        timeSlot: '4PM',
        dayOfWeek: 'Tuesday',
        weekIndex: 0,
        totalCount: 1,
      },
    ]);
  });

  test('four classes follow week by week', () => {
    const series = planClassSeries('2026-12-15', '8AM', 4);
    expect(series.map(({ pacificDate, weekIndex }) => [weekIndex, pacificDate])).toEqual([
      [0, '2026-12-15T12:00:00'],
      [1, '2026-12-22T12:00:00'],
      [2, '2026-12-29T12:00:00'],
      [3, '2027-01-05T12:00:00'],
    ]);
    expect(series.every(({ totalCount }) => totalCount === 4)).toBe(true);
  });

  test.each([
    [
      '2026-03-01',
      ['2026-03-02T00:00', '2026-03-08T23:00', '2026-03-15T23:00', '2026-03-22T23:00'],
    ],
    [
      '2026-10-25',
      ['2026-10-25T23:00', '2026-11-02T00:00', '2026-11-09T00:00', '2026-11-16T00:00'],
    ],
  ])('the clock change after %s does not change the local time', (date, starts) => {
    const series = planClassSeries(date, '4PM', 4);
    expect(series.map(({ startsAt }) => startsAt.toISOString().slice(0, 16))).toEqual(starts);
    expect(series.map(({ startsAt }) => formatTime(startsAt))).toEqual(Array(4).fill('4:00 PM PT'));
  });

  test('keeps its local time and weekday for any day, slot, and length', () => {
    const anyDate = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));
    const anySlot = fc.constantFrom(...TIME_SLOTS);
    fc.assert(
      fc.property(anyDate, anySlot, fc.constantFrom(...SERIES_COUNTS), (date, slot, count) => {
        const series = planClassSeries(date, slot, count);
        expect(series).toHaveLength(count === 0 ? 1 : count);
        const wall = slot.replace(/(AM|PM)/, ':00 $1 PT');
        for (const { startsAt, weekIndex, dayOfWeek: named, pacificDate: text } of series) {
          expect(formatTime(startsAt)).toBe(wall);
          expect(daysBetween(date, pacificDate(startsAt))).toBe(7 * weekIndex);
          expect(dayOfWeek(startsAt)).toBe(named);
          expect(text).toBe(`${pacificDate(startsAt)}T12:00:00`);
        }
      }),
    );
  });
});
