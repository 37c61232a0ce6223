import { describe, expect, test } from 'vitest';
import { classStart } from './pacific-time.ts';
import type { ClassSlot } from './slot-choice.ts';
import { describeTurn, findEnding, findJoinProblem, holdUntil } from './waiting-list.ts';

const startsAt = classStart('2026-12-01', '4PM');
const at = (time: string) => new Date(`2026-12-01T${time}:00-08:00`);
const now = new Date('2026-11-24T12:00:00-08:00');

describe('joining a waiting list', () => {
  const full = { id: 1, startsAt, classType: 'Weekly' as const, placesLeft: 0 };
  const progress = { startDate: '2026-01-01' as const, registrations: [] };
  const asked = { classNumber: 5, lists: 0, firstClass: 5, now };
  const join = (change: Partial<typeof asked>, slot: ClassSlot = full) =>
    findJoinProblem(slot, progress, { ...asked, ...change });

  test('is for full classes, until an hour before the class', () => {
    expect(join({ now: at('14:59') })).toBeNull();
    expect(join({ now: at('15:00') })).toBe('list-closed');
    expect(join({}, { ...full, placesLeft: 1 })).toBe('has-places');
  });

  test('is for classes that fit with the other ones', () => {
    expect(join({ classNumber: 6 })).toBe('misfit');
    expect(join({}, { ...full, classType: 'Monthly' })).toBe('misfit');
  });

  test('is for at most three lists at a time', () => {
    expect(join({ lists: 2 })).toBeNull();
    expect(join({ lists: 3 })).toBe('too-many-lists');
  });
});

describe('a place is held', () => {
  const hold = (from: Date) => holdUntil(startsAt, 120, from);

  test('for the set time, but never later than an hour before the class', () => {
    expect(hold(at('10:00'))).toEqual(at('12:00'));
    expect(hold(at('13:30'))).toEqual(at('15:00'));
  });

  test('from 7 AM if we offer it at night', () => {
    expect(hold(new Date('2026-11-30T21:00:00-08:00'))).toEqual(at('09:00'));
    expect(hold(at('06:59'))).toEqual(at('09:00'));
    expect(holdUntil(classStart('2026-12-01', '8AM'), 120, at('06:00'))).toEqual(at('07:00'));
  });
});

describe('a turn ends', () => {
  const waiting = { startsAt, offerExpiresAt: null };
  const courseClass = { startsAt };

  test('when its offer expires', () => {
    const offered = { startsAt, offerExpiresAt: at('12:00') };
    expect(findEnding(offered, courseClass, at('11:59'))).toBeNull();
    expect(findEnding(offered, courseClass, at('12:00'))).toBe('expired');
  });

  test('an hour before the class', () => {
    expect(findEnding(waiting, courseClass, at('14:59'))).toBeNull();
    expect(findEnding(waiting, courseClass, at('15:00'))).toBe('closed');
  });

  test('when the class is canceled or moves to another time', () => {
    expect(findEnding(waiting, undefined, now)).toBe('canceled');
    expect(findEnding(waiting, { startsAt: at('17:00') }, now)).toBe('moved');
  });
});

test('a turn is written as people say it', () => {
  const turns = [1, 2, 3, 4, 11, 12, 13, 21, 30].map(describeTurn);
  expect(turns.map((turn) => turn.replace(' in line', ''))).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 30th'.split(' '),
  );
});
