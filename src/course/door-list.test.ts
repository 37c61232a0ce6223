import { expect, test } from 'vitest';
import { doorMarks, type OtherClass } from './door-list.ts';

const startsAt = new Date('2026-12-02T00:00:00Z');
const now = new Date('2026-12-01T18:00:00Z');
const week = 7 * 24 * 60 * 60 * 1000;
const weeksFrom = (weeks: number) => new Date(startsAt.getTime() + weeks * week);
const other = (weeks: number, status: string | null = null): OtherClass => ({
  startsAt: weeksFrom(weeks),
  attendance: status === null ? null : { status },
  wasHeld: true,
});
const marks = (others: OtherClass[], { isMakeup = false, at = startsAt } = {}) =>
  doorMarks({ startsAt: at, isMakeup, others }, now);

test('the first class is marked, whatever comes after it', () => {
  expect(marks([])).toEqual(['first']);
  expect(marks([other(1), other(4)])).toEqual(['first']);
});

test('after a class that was attended, or joined, nothing is marked', () => {
  for (const status of ['Present', 'Joined']) expect(marks([other(-1, status)])).toEqual([]);
});

test('a class that is still to come before this one makes this one no first, and missed is it not', () => {
  expect(marks([other(1)], { at: weeksFrom(2) })).toEqual([]);
});

test('whoever missed all classes so far comes for the first time, and missed the last one', () => {
  expect(marks([other(-1), other(-2)])).toEqual(['first', 'missed-last']);
});

test('only the class right before this one counts as the last', () => {
  expect(marks([other(-1, 'Present'), other(-2)])).toEqual([]);
  expect(marks([other(-2, 'Present'), other(-1)])).toEqual(['missed-last']);
});

test('an excused class is not missed, and no first one either', () => {
  expect(marks([other(-1, 'Excused')])).toEqual(['first']);
});

test('a makeup is marked beside the rest', () => {
  expect(marks([other(-2, 'Present')], { isMakeup: true })).toEqual(['makeup']);
  expect(marks([], { isMakeup: true })).toEqual(['first', 'makeup']);
});

test('a class before it that nobody started was not missed', () => {
  expect(marks([other(-2, 'Present'), { ...other(-1), wasHeld: false }])).toEqual([]);
});
