import { describe, expect, test } from 'vitest';
import {
  findOpeningWeek,
  offsetAfterChoosing,
  offsetOfWeek,
  weeksToChooseFrom,
} from './choosing-weeks.ts';
import { classStart } from './pacific-time.ts';

const now = new Date('2026-12-01T20:00:00Z'); // Tuesday noon, in the week of November 29
const registered = (classNumber: number, date: string) => ({
  classNumber,
  startsAt: classStart(date, '4PM'),
});

test('the week jumps by three after classes 7, 8 and 9 only', () => {
  const offsets = [1, 5, 6, 7, 8, 9, 10].map((chosen) => offsetAfterChoosing(chosen, 2));
  expect(offsets).toEqual([2, 2, 2, 5, 5, 5, 2]);
});

describe('choosing the next class', () => {
  const weeks = (...held: ReturnType<typeof registered>[]) => weeksToChooseFrom(held, now);

  test('starts from this week without a class, and from the week of the last class up to class 6', () => {
    expect(weeks()).toEqual({ start: 0, earliest: 0 });
    expect(weeks(registered(5, '2026-12-08'))).toEqual({ start: 1, earliest: 2 });
    const [five, six] = [registered(5, '2026-12-22'), registered(6, '2026-12-15')];
    expect(weeks(five, six)).toEqual({ start: 2, earliest: 3 });
  });

  test('starts three weeks after class 7, 8, or 9, and can still go back to the weeks between', () => {
    const [seven, eight] = [registered(7, '2026-12-05'), registered(8, '2026-12-31')];
    expect(weeks(seven)).toEqual({ start: 3, earliest: 1 });
    expect(weeks(seven, eight)).toEqual({ start: 7, earliest: 5 });
    expect(weeks(registered(9, '2026-12-06'))).toEqual({ start: 4, earliest: 2 });
  });

  test('never starts from a week that is over', () => {
    expect(weeks(registered(5, '2026-11-03'))).toEqual({ start: 0, earliest: 0 });
    expect(weeks(registered(7, '2026-11-24'))).toEqual({ start: 2, earliest: 0 });
    expect(weeks(registered(7, '2026-10-06'))).toEqual({ start: 0, earliest: 0 });
  });
});

test('choosing opens in the week of the address if it can have slots, otherwise where the student left off', () => {
  const opens = (week: string | null) => findOpeningWeek([registered(7, '2026-12-05')], week, now);
  expect(opens('2026-12-13')).toEqual({ offset: 2, earliest: 1, isAsked: true });
  for (const week of [null, 'soon', '2026-11-29']) {
    expect(opens(week), String(week)).toEqual({ offset: 3, earliest: 1, isAsked: false });
  }
});

test.each([
  ['2026-11-29', 0, 0],
  ['2026-12-05', 0, 0],
  ['2026-12-06', 0, 1],
  ['2026-12-06', 1, 1],
  ['2026-12-06', 2, null],
  ['2026-11-28', 0, null],
  ['2028-11-26', 0, 104],
  ['2028-12-03', 0, null],
  ['2026-02-30', 0, null],
  ['3', 0, null],
  ['', 0, null],
])(
  'an address with the week %s, if weeks can have slots from %i on, has offset %s',
  (text, earliest, offset) => {
    expect(offsetOfWeek(text, earliest, now)).toBe(offset);
  },
);
