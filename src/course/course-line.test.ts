import { expect, test } from 'vitest';
import { courseLine } from './course-line.ts';

const now = new Date('2026-11-16T18:00:00Z');
const past = new Date('2026-11-10T18:00:00Z');
const ahead = new Date('2026-11-20T18:00:00Z');

function held(classNumber: number, startsAt: Date, status?: string, isSuspended = false) {
  const attendance = status ? { status } : null;
  return { classNumber, startsAt, isSuspended, attendance, wasHeld: true };
}

const statesOf = (registrations: ReturnType<typeof held>[], firstClass = 5) =>
  courseLine(registrations, firstClass, now).map(({ classNumber, state }) => [classNumber, state]);

test('a class that never started was not missed', () => {
  const [first] = courseLine([{ ...held(5, past), wasHeld: false }], 5, now);
  expect(first?.state).toBe('not held');
});

test('each class of the course has a state', () => {
  const registrations = [
    held(9, ahead),
    held(5, past, 'Present'),
    held(6, past),
    held(7, past, 'Excused'),
    held(8, past, undefined, true),
  ];
  expect(statesOf(registrations)).toEqual([
    [5, 'done'],
    [6, 'missed'],
    [7, 'excused'],
    [8, 'suspended'],
    [9, 'booked'],
    [10, 'to choose'],
  ]);
});

test('a person in the room is Joined, and a student who started later needs no earlier class', () => {
  expect(statesOf([held(8, past, 'Joined')]).slice(0, 5)).toEqual([
    [5, 'not needed'],
    [6, 'not needed'],
    [7, 'not needed'],
    [8, 'joined'],
    [9, 'to choose'],
  ]);
});

test('a registration below the configured first class is shown too', () => {
  expect(statesOf([held(5, past, 'Present')], 9)).toEqual([
    [5, 'done'],
    [9, 'to choose'],
    [10, 'to choose'],
  ]);
});
