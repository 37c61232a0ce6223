import { expect, test } from 'vitest';
import { canCorrect, roomClosesAt, roomOpensAt, shownAttendance } from './attendance-states.ts';

const startsAt = new Date('2026-11-18T00:00:00Z');
const at = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);

test('a room is one of the class from half an hour before it until half an hour after it', () => {
  expect(roomOpensAt(startsAt)).toEqual(at(-30));
  expect(roomClosesAt(startsAt)).toEqual(at(90));
});

test('who came can be said once the class has begun, that somebody is excused also before', () => {
  for (const status of ['Present', 'Missed'] as const) {
    expect(canCorrect(status, startsAt, at(-1))).toBe(false);
    expect(canCorrect(status, startsAt, at(0))).toBe(true);
  }
  for (const status of ['Excused', 'Withdrawn'] as const)
    expect(canCorrect(status, startsAt, at(-1))).toBe(true);
});

test('staff see the record, and without one a miss once the class is past', () => {
  expect(shownAttendance({ status: 'Joined' }, startsAt, at(70))).toBe('Joined');
  expect(shownAttendance(null, startsAt, at(60))).toBeNull();
  expect(shownAttendance(null, startsAt, at(61))).toBe('Missed');
});
