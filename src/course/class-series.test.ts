import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './calendar-date.ts';
import { laterInSeries, planClassSeries, planTerm } from './class-series.ts';
import { SERIES_COUNTS, TIME_SLOTS } from './course.ts';
import { dayOfWeek, formatShortSlot, formatTime } from './format-time.ts';
import { classStart, pacificDate } from './pacific-time.ts';

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

describe('a term', () => {
  const slots = [
    { dayOfWeek: 'Thursday', timeSlot: '6PM', teacher: 'Ruth' },
    { dayOfWeek: 'Tuesday', timeSlot: '9AM', teacher: 'Daniel' },
  ] as const;
  const timesOf = (firstDate: string, weeks: number) =>
    planTerm(firstDate, weeks, slots).map(({ startsAt, teacher }) => [
      formatShortSlot(startsAt),
      teacher,
    ]);

  test('has each slot once a week, in order of time', () => {
    expect(timesOf('2026-11-30', 2)).toEqual([
      ['Tue Dec 1, 9:00 AM PT', 'Daniel'],
      ['Thu Dec 3, 6:00 PM PT', 'Ruth'],
      ['Tue Dec 8, 9:00 AM PT', 'Daniel'],
      ['Thu Dec 10, 6:00 PM PT', 'Ruth'],
    ]);
  });

  test('always has the same order, however its slots are ordered', () => {
    const at = { dayOfWeek: 'Tuesday', timeSlot: '9AM' } as const;
    const slots = [{ ...at, instructorId: 7 }, { ...at, instructorId: 3 }, at];
    const planned = planTerm('2026-11-30', 2, slots);
    expect(planTerm('2026-11-30', 2, slots.toReversed())).toEqual(planned);
  });

  test('can start in the middle of a week', () => {
    expect(timesOf('2026-12-03', 1)).toEqual([
      ['Thu Dec 3, 6:00 PM PT', 'Ruth'],
      ['Tue Dec 8, 9:00 AM PT', 'Daniel'],
    ]);
  });
});

describe('the later classes of a series', () => {
  const classOn = (id: number, date: string, changes: object = {}) => ({
    id,
    startTime: classStart(date, '4PM').toISOString(),
    dayOfWeek: 'Tuesday',
    timeSlot: '4PM',
    classType: 'Weekly',
    instructorId: 7,
    ...changes,
  });
  const own = classOn(2, '2026-12-08');
  const idsWith = (...others: ReturnType<typeof classOn>[]) =>
    laterInSeries(own, [own, ...others]).map(({ id }) => id);

  test('start with the class itself and leave out earlier ones', () => {
    expect(idsWith(classOn(1, '2026-12-01'), classOn(3, '2026-12-15'))).toEqual([2, 3]);
  });

  test.each([{ dayOfWeek: 'Wednesday' }, { timeSlot: '5PM' }, { classType: 'Monthly' }])(
    'have no class with another %o',
    (change) => {
      expect(idsWith(classOn(3, '2026-12-15', change))).toEqual([2]);
    },
  );

  test('are empty for a class between the time slots', () => {
    expect(laterInSeries({ ...own, timeSlot: null }, [{ ...own, timeSlot: null }])).toEqual([]);
  });

  test('include a class with a substitute', () => {
    expect(idsWith(classOn(3, '2026-12-15', { instructorId: 8 }))).toEqual([2, 3]);
  });

  test('follow the instructor where two classes start at the same time', () => {
    const [hers, his] = [classOn(3, '2026-12-15'), classOn(4, '2026-12-15', { instructorId: 8 })];
    expect(idsWith(hers, his)).toEqual([2, 3]);
  });
});
