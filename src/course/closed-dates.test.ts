import { expect, test } from 'vitest';
import { planClassSeries } from './class-series.ts';
import { closedWindow, findClosed, markClosed } from './closed-dates.ts';
import { classStart, pacificDate } from './pacific-time.ts';

const holidays = { firstDate: '2026-12-24', lastDate: '2027-01-02', name: 'Winter holidays' };

test('both ends of a range are closed, and the days next to it are not', () => {
  const isClosed = (date: string) => findClosed([holidays], date) !== undefined;
  expect(['2026-12-23', '2026-12-24', '2027-01-02', '2027-01-03'].map(isClosed)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(findClosed([], '2026-12-24')).toBeUndefined();
});

test('the window of a range contains every class of its days, across both clock changes', () => {
  for (const day of ['2027-03-14', '2026-11-01', '2026-12-24']) {
    const { start, end } = closedWindow({ firstDate: day, lastDate: day });
    const [first, last] = [classStart(day, '8AM'), classStart(day, '8PM')];
    expect(start <= first && last < end).toBe(true);
    expect(pacificDate(new Date(start.getTime() - 1)) < day).toBe(true);
    expect(pacificDate(end) > day).toBe(true);
  }
});

test('planned classes name the closed dates they fall on', () => {
  const plan = planClassSeries('2026-12-18', '4PM', 4);
  expect(markClosed(plan, [holidays]).map(({ skipped }) => skipped)).toEqual([
    null,
    'Winter holidays',
    'Winter holidays',
    null,
  ]);
});
