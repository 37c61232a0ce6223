import { expect, test } from 'vitest';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { classStart } from '../../course/pacific-time.ts';
import { findStart, writeAddress } from './onboarding-address.ts';

const at = new Date('2026-11-16T18:00:00Z'); // A Monday, in the week of November 15
const entry = (classNumber: number, date: string): ScheduleEntry => ({
  id: classNumber,
  classNumber,
  classId: classNumber,
  isRescheduled: false,
  wasInRoom: false,
  wasHeld: null,
  studentZoomJoinUrl: null,
  class: {
    startTime: classStart(date, '4PM').toISOString(),
    zoomJoinUrl: null,
    instructorFirstName: null,
  },
  cancellation: null,
});
const startFor = (search: string, ...entries: ScheduleEntry[]) =>
  findStart(entries, search, { firstClass: 5, at });

test('without a class and a week in the address, choosing starts at the default week', () => {
  expect(startFor('')).toEqual({});
});

test('a student who comes back starts after their last class, three weeks later after class 7', () => {
  expect(startFor('?resume=1', entry(5, '2026-11-24'))).toEqual({
    wantedOffset: 1,
    lowestOffset: 2,
  });
  const seven = [entry(5, '2026-11-17'), entry(6, '2026-11-24'), entry(7, '2026-12-01')];
  expect(startFor('?resume=1', ...seven)).toEqual({ wantedOffset: 5, lowestOffset: 3 });
});

test('a week in the address is shown for the next class', () => {
  expect(startFor('?week=2026-12-06')).toEqual({ wantedOffset: 3, lowestOffset: 0, target: 5 });
  expect(startFor('?resume=1&week=2026-12-06', entry(5, '2026-11-17'))).toEqual({
    wantedOffset: 3,
    lowestOffset: 1,
    target: 6,
  });
});

test.each(['2026-11-08', '2026-11-17', '2026-13-01', '3', '', '9999-01-02', '%'])(
  'the week %s is ignored because it is over, taken, or invalid',
  (week) => {
    const five = entry(5, '2026-11-17');
    expect(startFor(`?resume=1&week=${week}`, five)).toEqual(startFor('?resume=1', five));
  },
);

test('the address says whether something was chosen, and the week on screen', () => {
  expect(writeAddress(false, null)).toBe('/onboarding');
  expect(writeAddress(false, '2026-12-06')).toBe('/onboarding?week=2026-12-06');
  expect(writeAddress(true, null)).toBe('/onboarding?resume=1');
  expect(writeAddress(true, '2026-12-06')).toBe('/onboarding?resume=1&week=2026-12-06');
});
