import { expect, test } from 'vitest';
import { TIME_SLOTS } from './course.ts';
import { describeWish, saysSomething, WISH_DAYS, WISH_HOUR_NAMES, WISH_HOURS } from './wishes.ts';

test('a wish can name every weekday and all time slots', () => {
  expect(new Set(WISH_DAYS).size).toBe(7);
  expect(WISH_HOURS).toEqual(['morning', 'afternoon', 'evening']);
  const spans = Object.values(WISH_HOUR_NAMES).map((name) => name.match(/\d+/g)?.map(Number));
  const hours = spans.flatMap(([from = 0, to = 0] = []) =>
    Array.from({ length: (to - from + 12) % 12 || 0 }, (_, n) => ((from + n - 1) % 12) + 1),
  );
  const ends = spans.map(([, to = 0] = []) => to);
  expect([...hours, ...ends].toSorted((a, b) => a - b)).toEqual(
    TIME_SLOTS.map((slot) => Number.parseInt(slot, 10)).toSorted((a, b) => a - b),
  );
});

test('a wish needs a day, an hour, or a note', () => {
  const nothing = { days: [], hours: [], comment: '' };
  expect(saysSomething(nothing)).toBe(false);
  expect(saysSomething({ ...nothing, days: ['Monday'] })).toBe(true);
  expect(saysSomething({ ...nothing, hours: ['evening'] })).toBe(true);
  expect(saysSomething({ ...nothing, comment: 'After work' })).toBe(true);
});

test('a wish is worded in the order of the week and of the day', () => {
  expect(describeWish({ days: ['Friday', 'Monday'], hours: ['evening', 'morning'] })).toBe(
    'Mondays and Fridays, mornings or evenings',
  );
  expect(describeWish({ days: ['Sunday', 'Friday', 'Monday'], hours: [] })).toBe(
    'Mondays, Fridays and Sundays',
  );
  expect(describeWish({ days: [], hours: ['afternoon'] })).toBe('Afternoons');
  expect(describeWish({ days: WISH_DAYS, hours: WISH_HOURS })).toBe('Any day, any time of day');
  expect(describeWish({ days: [], hours: [] })).toBe('');
});
