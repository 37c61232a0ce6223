import { describe, expect, test } from 'vitest';
import type { Attendance } from './class-state.ts';
import { classStart } from './pacific-time.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  type CourseProgress,
  choiceMailTime,
  findKindProblem,
  findMoveProblem,
  findNextClassProblem,
  SLOT_PROBLEMS,
} from './slot-choice.ts';

const now = new Date('2026-12-01T20:00:00Z');
const weekly = (date: string): ClassSlot => ({
  id: `weekly ${date}`,
  startsAt: classStart(date, '4PM'),
  classType: 'Weekly',
});
const monthly = (date: string): ClassSlot => ({ ...weekly(date), classType: 'Monthly' });

const registered = (classNumber: number, date: string): ActiveRegistration => ({
  id: `registration ${classNumber}`,
  classId: `weekly ${date}`,
  classNumber,
  startsAt: classStart(date, '4PM'),
});
const progress = (...registrations: ActiveRegistration[]): CourseProgress => ({
  startDate: '2026-11-01',
  registrations,
});
const chosenNext = (slot: ClassSlot, student: CourseProgress) =>
  findNextClassProblem(slot, student, 5, now);

describe('choosing the next class', () => {
  test('a class that fits is accepted', () => {
    expect(chosenNext(weekly('2026-12-03'), progress())).toBeNull();
  });

  test('a class that has just begun is rejected', () => {
    const slot = weekly('2026-12-03');
    expect(findNextClassProblem(slot, progress(), 5, slot.startsAt)).toBe('started');
    expect(
      findNextClassProblem(slot, progress(), 5, new Date(slot.startsAt.getTime() - 1)),
    ).toBeNull();
  });

  test('class 7 takes a weekly class and class 8 a monthly one', () => {
    const six = progress(registered(6, '2026-11-20'));
    const seven = progress(registered(7, '2026-11-20'));
    expect(chosenNext(weekly('2026-12-03'), six)).toBeNull();
    expect(chosenNext(monthly('2026-12-03'), six)).toBe('wrong-type');
    expect(chosenNext(monthly('2026-12-03'), seven)).toBeNull();
    expect(chosenNext(weekly('2026-12-03'), seven)).toBe('wrong-type');
  });

  test('the start date itself is too early, the day after is not', () => {
    const student = { ...progress(), startDate: '2026-12-10' };
    expect(chosenNext(weekly('2026-12-10'), student)).toBe('before-start-date');
    expect(chosenNext(weekly('2026-12-11'), student)).toBeNull();
  });

  test('a student cannot hold two classes in one Pacific week', () => {
    const student = progress(registered(5, '2026-12-06'));
    expect(chosenNext(weekly('2026-12-12'), student)).toBe('week-taken');
    expect(chosenNext(weekly('2026-12-13'), student)).toBeNull();
  });

  test('a class before the one already chosen is out of order', () => {
    const student = progress(registered(5, '2026-12-15'));
    expect(chosenNext(weekly('2026-12-09'), student)).toBe('out-of-order');
    expect(chosenNext(weekly('2026-12-21'), student)).toBeNull();
  });

  test('the order follows the highest number, not the latest day', () => {
    const madeUpLater = progress(registered(5, '2026-12-29'), registered(6, '2026-12-08'));
    expect(chosenNext(weekly('2026-12-16'), madeUpLater)).toBeNull();
    expect(chosenNext(weekly('2026-12-30'), madeUpLater)).toBe('week-taken');
  });

  test('after class 10 there is nothing to choose', () => {
    const finished = progress(registered(10, '2026-12-08'));
    expect(chosenNext(monthly('2027-01-12'), finished)).toBe('all-chosen');
  });
});

describe('moving a class', () => {
  const five = registered(5, '2026-12-08');
  const six = registered(6, '2026-12-15');
  const student = progress(five, six);

  test('frees its own week', () => {
    expect(findMoveProblem(weekly('2026-12-10'), student, five, now)).toBeNull();
  });

  test('to its own slot is not a move, but to another class at the same time is', () => {
    expect(findMoveProblem(weekly('2026-12-08'), student, five, now)).toBe('same-slot');
    const twin = { ...weekly('2026-12-08'), id: 'another instructor' };
    expect(findMoveProblem(twin, student, five, now)).toBeNull();
  });

  test('a canceled class can be picked again at its own time, in case it is held after all', () => {
    const suspended = { ...five, isSuspended: true };
    expect(findMoveProblem(weekly('2026-12-08'), student, suspended, now)).toBeNull();
  });

  test('the week of another class stays taken', () => {
    expect(findMoveProblem(weekly('2026-12-17'), student, five, now)).toBe('week-taken');
  });

  test('past a later number is allowed', () => {
    expect(findMoveProblem(weekly('2026-12-22'), student, five, now)).toBeNull();
  });

  test('the type follows the number of the class that moves', () => {
    const eight = registered(8, '2027-01-12');
    const further = progress(five, eight);
    expect(findMoveProblem(weekly('2026-12-22'), further, five, now)).toBeNull();
    expect(findMoveProblem(monthly('2026-12-22'), further, five, now)).toBe('wrong-type');
    expect(findMoveProblem(monthly('2026-12-22'), further, eight, now)).toBeNull();
  });

  test('into the past or before the start date is rejected', () => {
    expect(findMoveProblem(weekly('2026-11-30'), student, five, now)).toBe('started');
    const early = { ...student, startDate: '2026-12-05' };
    expect(findMoveProblem(weekly('2026-12-04'), early, five, now)).toBe('before-start-date');
  });
});

test('a taken week gets the agreed message', () => {
  expect(SLOT_PROBLEMS['week-taken']).toBe(
    'You already have a class scheduled for this week. Please try another week.',
  );
});

test.each([
  ['reschedule', '2026-12-03', null, null],
  ['reschedule', '2026-11-26', null, 'over'],
  ['makeup', '2026-11-26', null, null],
  ['makeup', '2026-11-26', { status: 'Present' }, 'not-missed'],
  ['makeup', '2026-12-03', null, 'not-missed'],
] as const)('a %s of a class on %s with attendance %j: %s', (kind, date, attendance, problem) => {
  const held = { ...registered(6, date), attendance: attendance as Attendance | null };
  expect(findKindProblem(kind, held, now)).toBe(problem);
});

test('a suspended class is rescheduled, not made up', () => {
  const held = { ...registered(6, '2026-11-26'), attendance: null, isSuspended: true };
  expect(findKindProblem('reschedule', held, now)).toBeNull();
  expect(findKindProblem('makeup', held, now)).toBe('not-missed');
});

test('a choice is emailed five minutes later', () => {
  const now = new Date('2026-11-16T18:00:00Z');
  expect(choiceMailTime(now)).toEqual(new Date('2026-11-16T18:05:00Z'));
});
