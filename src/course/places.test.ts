import { expect, test } from 'vitest';
import { defaultPlaces, describePlaces, isFull } from './places.ts';

test('a class without a limit is never full, and an overbooked one is', () => {
  expect([undefined, null, 1, 0, -1].map(isFull)).toEqual([false, false, false, true, true]);
});

test('the last five places are counted', () => {
  expect([null, 6, 5, 1, 0, -2].map(describePlaces)).toEqual([
    ...[null, null, '5 places left', '1 place left'],
    ...['Full', 'Full'],
  ]);
});

test('by default, a class has the places of the Zoom plan less the reserve, or fewer if the school says so', () => {
  const most = (most: number | null, reserved = 10) => ({ most, reserved });
  expect(defaultPlaces(100, most(null))).toBe(90);
  expect(defaultPlaces(100, most(20))).toBe(20);
  expect(defaultPlaces(100, most(95))).toBe(90);
  expect(defaultPlaces(null, most(20))).toBe(20);
  expect(defaultPlaces(null, most(null))).toBeNull();
});

test('a default is from 1 to 1000, even with a tiny or a huge plan', () => {
  expect(defaultPlaces(5, { most: null, reserved: 10 })).toBe(1);
  expect(defaultPlaces(5000, { most: null, reserved: 0 })).toBe(1000);
});
