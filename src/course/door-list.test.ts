import { expect, test } from 'vitest';
import type { KnownClass } from './class-state.ts';
import { doorMarks } from './door-list.ts';

const startsAt = new Date('2026-12-02T00:00:00Z');
const now = new Date('2026-12-01T18:00:00Z');
const week = 7 * 24 * 60 * 60 * 1000;
const weeksFrom = (weeks: number) => new Date(startsAt.getTime() + weeks * week);
const other = (weeks: number, status: string | null = null): KnownClass => ({
  startsAt: weeksFrom(weeks),
  attendance: status === null ? null : { status },
  wasHeld: true,
});
const marks = (others: KnownClass[], { isMakeup = false, at = startsAt } = {}) =>
  doorMarks({ startsAt: at, isMakeup, others }, now);

test('the first class is marked, no matter what follows it', () => {
  expect(marks([])).toEqual(['first']);
  expect(marks([other(1), other(4)])).toEqual(['first']);
});

test('after an attended or joined class nothing is marked', () => {
  for (const status of ['Present', 'Joined']) expect(marks([other(-1, status)])).toEqual([]);
});

test('with an earlier class still to come, this one is neither first nor after a miss', () => {
  expect(marks([other(1)], { at: weeksFrom(2) })).toEqual([]);
});

test('a student who missed every class so far is marked as new and as having missed the last one', () => {
  expect(marks([other(-1), other(-2)])).toEqual(['first', 'missed-last']);
});

test('only the class right before this one counts as the last', () => {
  expect(marks([other(-1, 'Present'), other(-2)])).toEqual([]);
  expect(marks([other(-2, 'Present'), other(-1)])).toEqual(['missed-last']);
});

test('an excused class is neither missed nor a first one', () => {
  expect(marks([other(-1, 'Excused')])).toEqual(['first']);
});

test('a makeup is marked along with the rest', () => {
  expect(marks([other(-2, 'Present')], { isMakeup: true })).toEqual(['makeup']);
  expect(marks([], { isMakeup: true })).toEqual(['first', 'makeup']);
});

test('a previous class that never started was not missed', () => {
  expect(marks([other(-2, 'Present'), { ...other(-1), wasHeld: false }])).toEqual([]);
});
