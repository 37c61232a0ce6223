import { expect, test } from 'vitest';
import { classStart } from './pacific-time.ts';
import type { ClassSlot } from './slot-choice.ts';
import {
  findCancelProblem,
  findStaffProblems,
  findStaffRefusal,
  judge,
  kindOfMove,
  listStaffWeek,
  openStaffChoice,
} from './staff-choice.ts';

const now = new Date('2026-12-01T20:00:00Z');
const firstClass = 5;

const weekly = (date: string): ClassSlot => ({
  id: `class of ${date}`,
  startsAt: classStart(date, '4PM'),
  classType: 'Weekly',
});
const monthly = (date: string): ClassSlot => ({ ...weekly(date), classType: 'Monthly' });

const held = (classNumber: number, date: string, status?: string) => ({
  id: `registration ${classNumber}`,
  classId: `class of ${date}`,
  classNumber,
  startsAt: classStart(date, '4PM'),
  isSuspended: false,
  attendance: status === undefined ? null : { status },
});
type Held = ReturnType<typeof held>;

const choose = (classNumber: number, ...registrations: Held[]) =>
  openStaffChoice({ startDate: '2026-11-01', registrations }, classNumber, { firstClass, now });
const problems = (slot: ClassSlot, classNumber: number, ...registrations: Held[]) =>
  findStaffProblems(slot, choose(classNumber, ...registrations));

test('a time the student could choose is offered without a reason', () => {
  expect(problems(weekly('2026-12-03'), 5)).toEqual([]);
  expect(problems(weekly('2026-12-10'), 6, held(5, '2026-12-03'))).toEqual([]);
  expect(judge([])).toBe('offered');
});

test('a reason overrides the rules for type, order, start date, and a class that has begun', () => {
  expect(problems(monthly('2026-12-03'), 5)).toEqual(['wrong-type']);
  expect(problems(weekly('2026-12-10'), 6, held(5, '2026-12-17'))).toEqual(['out-of-order']);
  expect(problems(weekly('2026-11-30'), 5)).toEqual(['started']);
  const early = openStaffChoice({ startDate: '2026-12-20', registrations: [] }, 5, {
    firstClass,
    now,
  });
  expect(findStaffProblems(weekly('2026-12-03'), early)).toEqual(['before-start-date']);
  for (const problem of ['wrong-type', 'out-of-order', 'started', 'before-start-date'] as const) {
    expect(judge([problem])).toBe('with-reason');
    expect(findStaffRefusal([problem], false)).toEqual({ problem, needsReason: true });
    expect(findStaffRefusal([problem], true)).toBeNull();
  }
});

test('no reason overrides a second class in a week, even together with another rule', () => {
  const both = problems(weekly('2026-11-30'), 6, held(5, '2026-12-03'));
  expect(both).toEqual(['started', 'week-taken', 'out-of-order']);
  expect(judge(both)).toBe('refused');
  expect(findStaffRefusal(both, true)).toEqual({ problem: 'week-taken', needsReason: false });
});

test('a class up to a week ago can be chosen with a reason, but an older one cannot', () => {
  const back = weekly('2026-11-24');
  const weekLater = new Date(back.startsAt.getTime() + 7 * 24 * 60 * 60 * 1000);
  const at = (instant: Date) =>
    findStaffProblems(
      back,
      openStaffChoice({ startDate: '2026-11-01', registrations: [] }, 5, {
        firstClass,
        now: instant,
      }),
    );
  expect(judge(at(weekLater))).toBe('with-reason');
  expect(judge(at(new Date(weekLater.getTime() + 1)))).toBe('refused');
});

test('a gap in the numbers can be filled with a reason, but never created', () => {
  const seven = held(7, '2026-12-10');
  expect(choose(6, held(5, '2026-11-24', 'Present'), seven).problems).toEqual(['not-next']);
  expect(problems(weekly('2026-12-03'), 6, held(5, '2026-11-24'), seven)).toEqual(['not-next']);
  expect(choose(7, held(5, '2026-11-24')).problems).toEqual(['number-ahead']);
  for (const number of [4, 11]) expect(choose(number).problems).toEqual(['no-such-number']);
  for (const problem of ['number-ahead', 'no-such-number'] as const)
    expect(judge([problem])).toBe('refused');
});

test('a class is moved until it is past, a missed one is made up, and an attended one stays', () => {
  const started = held(5, '2026-11-30');
  const minutes = (count: number) => new Date(started.startsAt.getTime() + count * 60_000);
  expect(kindOfMove(started, minutes(60))).toBe('reschedule');
  expect(kindOfMove(started, minutes(61))).toBe('makeup');
  expect(kindOfMove({ ...started, isSuspended: true }, minutes(61))).toBe('reschedule');

  expect(choose(5, started).problems).toEqual([]);
  expect(choose(5, held(5, '2026-11-30', 'Present')).problems).toEqual(['attended']);
  expect(judge(['attended'])).toBe('refused');
  for (const status of ['Excused', 'Joined'])
    expect(choose(5, held(5, '2026-11-30', status)).problems).toEqual(['not-missed']);
  expect(judge(['not-missed'])).toBe('with-reason');
});

test('the student’s current time is not a choice, unless they need a new one', () => {
  const five = held(5, '2026-12-03');
  expect(problems(weekly('2026-12-03'), 5, five)).toEqual(['same-slot']);
  expect(problems(weekly('2026-12-03'), 5, { ...five, isSuspended: true })).toEqual([]);
});

test('a place can be canceled until its class begins, and only once', () => {
  const five = held(5, '2026-12-03');
  expect(findCancelProblem(five, new Date(five.startsAt.getTime() - 1))).toBeNull();
  expect(findCancelProblem(five, five.startsAt)).toBe('begun');
  expect(findCancelProblem({ ...five, isSuspended: true }, now)).toBe('suspended');
});

test('a week shows every class with its conflicts, and opens where something is offered', () => {
  const slots = ['2026-12-12', '2026-12-08', '2026-12-03', '2026-11-30'].map(weekly);
  const choice = choose(5, held(5, '2026-12-08'));
  const week = listStaffWeek([...slots, monthly('2026-12-09')], choice, 1);
  expect(week.slots.map(({ slot, verdict }) => [slot.id, verdict])).toEqual([
    ['class of 2026-12-08', 'refused'],
    ['class of 2026-12-09', 'with-reason'],
    ['class of 2026-12-12', 'offered'],
  ]);
  expect(week).toMatchObject({
    canGoBack: true,
    canGoOn: false,
    nextFreeWeek: 0,
    firstFutureWeek: 1,
  });
  expect(listStaffWeek(slots, choice, 0)).toMatchObject({ canGoOn: true, nextFreeWeek: 1 });
  expect(listStaffWeek(slots, choice, -1).canGoBack).toBe(false);
  expect(listStaffWeek(slots, choose(5), 3)).toMatchObject({ slots: [], firstFutureWeek: 0 });
  expect(listStaffWeek([], choose(5), 0)).toMatchObject({
    firstFutureWeek: null,
    nextFreeWeek: null,
  });
});
