import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { canUndoReset, isCleared, planReturn } from './clearing.ts';

const now = new Date('2026-11-16T18:00:00Z');
const day = 24 * 60 * 60 * 1000;

function one(classNumber: number, days: number, week: CalendarDate, change: object = {}) {
  const startsAt = new Date(now.getTime() + days * day);
  const plain = { hasRecord: false, isDeleted: false, isWaiting: false };
  return { classNumber, startsAt, week, ...plain, ...change };
}

function outcome(
  taken: ReturnType<typeof one>[],
  held: ReturnType<typeof one>[] = [],
  kind: 'reset' | 'alumni' = 'reset',
) {
  const { back, left, yielding } = planReturn(taken, held, { kind, now });
  return {
    back: back.map(({ classNumber }) => classNumber),
    left: left.map(({ taken: { classNumber }, problem }) => [classNumber, problem]),
    yielding: yielding.map(({ classNumber }) => classNumber),
  };
}

test('a reset can be undone for a day', () => {
  expect(canUndoReset(now, new Date(now.getTime() + day - 1))).toBe(true);
  expect(canUndoReset(now, new Date(now.getTime() + day))).toBe(false);
});

test('a reset takes every class, other changes take those that have not begun and those to choose again', () => {
  const past = { startsAt: new Date(now.getTime() - 1), isWaiting: false };
  const future = { startsAt: new Date(now.getTime() + 1), isWaiting: false };
  expect(isCleared(past, 'reset', now)).toBe(true);
  expect(isCleared(past, 'alumni', now)).toBe(false);
  expect(isCleared({ ...past, isWaiting: true }, 'deactivation', now)).toBe(true);
  expect(isCleared(future, 'alumni', now)).toBe(true);
});

test('everything comes back where nothing stands in its way', () => {
  expect(outcome([one(6, 7, '2026-11-22'), one(5, -7, '2026-11-08')])).toEqual({
    back: [5, 6],
    left: [],
    yielding: [],
  });
});

test('a deleted class, a number chosen anew and a week that is taken stay as they are', () => {
  const taken = [
    one(5, 7, '2026-11-22', { isDeleted: true }),
    one(6, 14, '2026-11-29'),
    one(7, 21, '2026-12-06'),
    one(8, 28, '2026-12-13'),
  ];
  const held = [one(6, 35, '2026-12-20'), one(9, 21, '2026-12-06')];
  expect(outcome(taken, held)).toEqual({
    back: [8],
    left: [
      [5, 'deleted'],
      [6, 'number-taken'],
      [7, 'week-taken'],
    ],
    yielding: [],
  });
});

test('a class that was attended comes back always, and what was chosen since makes way', () => {
  const taken = [
    one(5, -7, '2026-11-08', { hasRecord: true }),
    one(6, -1, '2026-11-15', { hasRecord: true }),
  ];
  const held = [one(5, 3, '2026-11-15'), one(6, 10, '2026-11-22'), one(7, 17, '2026-11-29')];
  expect(outcome(taken, held)).toEqual({ back: [5, 6], left: [], yielding: [5, 6] });
});

test('a class that is canceled comes back to be chosen again, whatever else is in its week', () => {
  const waiting = one(6, 7, '2026-11-22', { isWaiting: true });
  expect(outcome([waiting], [one(7, 8, '2026-11-22')]).back).toEqual([6]);
});

test('of somebody who left, a class that is over comes back only where it could not be chosen anew', () => {
  const taken = [one(7, -7, '2026-11-08'), one(8, 7, '2026-11-22'), one(9, -1, '2026-11-15')];
  const held = [one(6, -14, '2026-11-01')];
  expect(outcome(taken, held, 'alumni')).toEqual({
    back: [7, 8],
    left: [[9, 'over']],
    yielding: [],
  });
});

test('a deleted class comes back as history, and not where somebody was excused from it before it took place', () => {
  const gone = { hasRecord: true, isDeleted: true };
  const past = one(5, -7, '2026-11-08', gone);
  const ahead = one(6, 7, '2026-11-22', gone);
  expect(outcome([past, ahead])).toEqual({ back: [5], left: [[6, 'deleted']], yielding: [] });
});
