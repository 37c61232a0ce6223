import { expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import { canUndoReset, isCleared, planReturn } from './clearing.ts';

const now = new Date('2026-11-16T18:00:00Z');
const day = 24 * 60 * 60 * 1000;

function one(classNumber: number, days: number, week: CalendarDate, change: object = {}) {
  const startsAt = new Date(now.getTime() + days * day);
  const plain = { hasRecord: false, isDeleted: false, isSuspended: false };
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

test('a reset removes every class; other changes remove upcoming classes and those waiting for a new time', () => {
  const past = { startsAt: new Date(now.getTime() - 1), isSuspended: false };
  const future = { startsAt: new Date(now.getTime() + 1), isSuspended: false };
  expect(isCleared(past, 'reset', now)).toBe(true);
  expect(isCleared(past, 'alumni', now)).toBe(false);
  expect(isCleared({ ...past, isSuspended: true }, 'deactivation', now)).toBe(true);
  expect(isCleared(future, 'alumni', now)).toBe(true);
});

test('everything is restored if nothing conflicts', () => {
  expect(outcome([one(6, 7, '2026-11-22'), one(5, -7, '2026-11-08')])).toEqual({
    back: [5, 6],
    left: [],
    yielding: [],
  });
});

test('a deleted class, a number picked again, and a taken week are not restored', () => {
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

test('an attended class is always restored and replaces newer choices', () => {
  const taken = [
    one(5, -7, '2026-11-08', { hasRecord: true }),
    one(6, -1, '2026-11-15', { hasRecord: true }),
  ];
  const held = [one(5, 3, '2026-11-15'), one(6, 10, '2026-11-22'), one(7, 17, '2026-11-29')];
  expect(outcome(taken, held)).toEqual({ back: [5, 6], left: [], yielding: [5, 6] });
});

test('a canceled class comes back waiting for a new time, even if its week is taken', () => {
  const suspended = one(6, 7, '2026-11-22', { isSuspended: true });
  expect(outcome([suspended], [one(7, 8, '2026-11-22')]).back).toEqual([6]);
});

test('for a person who left, a past class is restored only if its number could not be picked again', () => {
  const taken = [one(7, -7, '2026-11-08'), one(8, 7, '2026-11-22'), one(9, -1, '2026-11-15')];
  const held = [one(6, -14, '2026-11-01')];
  expect(outcome(taken, held, 'alumni')).toEqual({
    back: [7, 8],
    left: [[9, 'over']],
    yielding: [],
  });
});

test('a deleted class is restored as history, unless the student was excused before it was held', () => {
  const gone = { hasRecord: true, isDeleted: true };
  const past = one(5, -7, '2026-11-08', gone);
  const ahead = one(6, 7, '2026-11-22', gone);
  expect(outcome([past, ahead])).toEqual({ back: [5], left: [[6, 'deleted']], yielding: [] });
});
