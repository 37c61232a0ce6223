import { describe, expect, test } from 'vitest';
import type { ClassType } from './course.ts';
import { classStart } from './pacific-time.ts';
import type { ActiveRegistration, CourseProgress } from './slot-choice.ts';
import {
  offerMakeupSlots,
  offerNextClassSlots,
  offerRescheduleSlots,
  offsetAfterChoosing,
  offsetOfWeek,
  weeksToChooseFrom,
} from './slots.ts';

const now = new Date('2026-12-01T20:00:00Z'); // Tuesday noon, in the week of 29 November
const slot = (date: string, classType: ClassType = 'Weekly') => ({
  id: date,
  startsAt: classStart(date, '4PM'),
  classType,
  instructor: 'Maya',
});
const registered = (classNumber: number, date: string): ActiveRegistration => ({
  id: classNumber,
  classId: date,
  classNumber,
  startsAt: classStart(date, '4PM'),
});
const progress = (...registrations: ActiveRegistration[]): CourseProgress => ({
  startDate: '2026-11-01',
  registrations,
});
const ids = (classes: { id: string }[]) => classes.map(({ id }) => id);

test('for a class that is planned along with the next one, its own kind of slot is offered', () => {
  const slots = [slot('2026-12-08'), slot('2026-12-09', 'Monthly'), slot('2026-12-03', 'Monthly')];
  const ask = (laterClass: number) =>
    offerNextClassSlots(slots, progress(registered(5, '2026-12-03')), {
      weekOffset: 1,
      firstClass: 5,
      laterClass,
      now,
    });
  expect(ask(8)).toMatchObject({ nextClassNumber: 6, firstFutureWeek: 1 });
  expect(ids(ask(8).classes)).toEqual(['2026-12-09']);
  expect(ids(ask(5).classes)).toEqual(['2026-12-08']);
});

describe('slots for the next class', () => {
  const ask = (classes: ReturnType<typeof slot>[], student: CourseProgress, weekOffset: number) =>
    offerNextClassSlots(classes, student, { weekOffset, firstClass: 5, now });
  const classes = ['2026-12-12', '2026-12-03', '2026-12-08', '2026-11-30', '2026-12-29'].map(
    (date) => slot(date),
  );

  test('offset 0 is the week of today, without what has started', () => {
    const answer = ask(classes, progress(), 0);
    expect(ids(answer.classes)).toEqual(['2026-12-03']);
    expect(answer.nextClassNumber).toBe(5);
    expect(answer).toMatchObject({ canGoBack: false, canGoOn: true, emptyWeek: null });
  });

  test('a week comes soonest first, with all that is known of each class', () => {
    const answer = ask(classes, progress(), 1);
    expect(answer.classes).toEqual([slot('2026-12-08'), slot('2026-12-12')]);
    expect(answer.canGoBack).toBe(true);
  });

  test('an empty week points to the first one ahead', () => {
    const answer = ask(classes, progress(), 2);
    expect(answer.classes).toEqual([]);
    expect(answer.firstFutureWeek).toBe(4);
    expect(ask(classes, progress(), 1).firstFutureWeek).toBe(1);
  });

  test('when nothing lies ahead it points to the nearest week before', () => {
    expect(ask(classes, progress(), 7)).toMatchObject({ firstFutureWeek: 4, nextFreeWeek: 4 });
  });

  test('when there is nothing at all it points nowhere', () => {
    expect(ask([], progress(), 0)).toEqual({
      nextClassNumber: 5,
      classes: [],
      canGoBack: false,
      canGoOn: false,
      nextFreeWeek: null,
      emptyWeek: { reason: 'nothing-yet' },
      firstFutureWeek: null,
    });
  });

  test('monthly classes are offered from class 8 on', () => {
    const both = [slot('2026-12-08'), slot('2026-12-09', 'Monthly')];
    expect(ids(ask(both, progress(registered(6, '2026-12-01')), 1).classes)).toEqual([
      '2026-12-08',
    ]);
    expect(ids(ask(both, progress(registered(7, '2026-12-01')), 1).classes)).toEqual([
      '2026-12-09',
    ]);
  });

  test('a student with all ten is offered nothing', () => {
    const answer = ask([slot('2026-12-08', 'Monthly')], progress(registered(10, '2026-12-01')), 1);
    expect(answer).toMatchObject({ nextClassNumber: 11, classes: [], firstFutureWeek: null });
  });
});

describe('slots for rescheduling', () => {
  const five = registered(5, '2026-12-15');
  const student = progress(five, registered(6, '2026-12-22'));
  const ask = (weekOffset: number) =>
    offerRescheduleSlots(
      ['2026-12-03', '2026-12-15', '2026-12-17', '2026-12-23', '2026-12-30'].map((date) =>
        slot(date),
      ),
      student,
      five,
      { weekOffset, now },
    );

  test('offset 0 is the week of the class, which still lists its own slot', () => {
    expect(ids(ask(0).classes)).toEqual(['2026-12-15', '2026-12-17']);
  });

  test('the week of another class is empty, the one after is not', () => {
    expect(ids(ask(1).classes)).toEqual([]);
    expect(ids(ask(2).classes)).toEqual(['2026-12-30']);
  });

  test('one can go back as far as the week of today', () => {
    expect(ask(0).canGoBack).toBe(true);
    expect(ask(-1).canGoBack).toBe(true);
    expect(ask(-2)).toMatchObject({ classes: [slot('2026-12-03')], canGoBack: false });
    expect(ask(-2)).not.toHaveProperty('firstFutureWeek');
    expect(ask(-3).canGoBack).toBe(false);
  });
});

describe('slots for a makeup', () => {
  const missed = registered(5, '2026-11-17');
  const student = progress(missed, registered(6, '2026-12-01'));
  const ask = (weekOffset: number, dates: string[]) =>
    offerMakeupSlots(
      dates.map((date) => slot(date)),
      student,
      missed,
      { weekOffset, now },
    );
  const dates = ['2026-11-19', '2026-12-03', '2026-12-17', '2026-12-10', '2026-12-24'];

  test('offsets count from the missed class, and the first week to choose from is named', () => {
    const answer = ask(3, dates);
    expect(ids(answer.classes)).toEqual(['2026-12-10']);
    expect(answer.firstFutureWeek).toBe(3);
    expect(ask(0, dates)).toMatchObject({ classes: [], canGoBack: false, firstFutureWeek: 3 });
  });

  test('one cannot go back before the first week to choose from', () => {
    expect(ask(3, dates).canGoBack).toBe(false);
    expect(ask(4, dates).canGoBack).toBe(true);
  });

  test('with nothing to choose from there is nowhere to go', () => {
    expect(ask(3, ['2026-12-03'])).toMatchObject({
      classes: [],
      canGoBack: false,
      canGoOn: false,
      firstFutureWeek: null,
    });
  });
});

test('the week jumps by three after classes 7, 8 and 9 only', () => {
  const offsets = [1, 5, 6, 7, 8, 9, 10].map((chosen) => offsetAfterChoosing(chosen, 2));
  expect(offsets).toEqual([2, 2, 2, 5, 5, 5, 2]);
});

describe('whoever comes to choose', () => {
  const weeks = (...held: ActiveRegistration[]) => weeksToChooseFrom(held, now);

  test('starts from this week without a class, and from the week of the last one up to class 6', () => {
    expect(weeks()).toEqual({ start: 0, earliest: 0 });
    expect(weeks(registered(5, '2026-12-08'))).toEqual({ start: 1, earliest: 2 });
    const [five, six] = [registered(5, '2026-12-22'), registered(6, '2026-12-15')];
    expect(weeks(five, six)).toEqual({ start: 2, earliest: 3 });
  });

  test('starts three weeks after class 7, 8 or 9, and can still go back to the weeks between', () => {
    const [seven, eight] = [registered(7, '2026-12-05'), registered(8, '2026-12-31')];
    expect(weeks(seven)).toEqual({ start: 3, earliest: 1 });
    expect(weeks(seven, eight)).toEqual({ start: 7, earliest: 5 });
    expect(weeks(registered(9, '2026-12-06'))).toEqual({ start: 4, earliest: 2 });
  });

  test('never starts from a week that is over', () => {
    expect(weeks(registered(5, '2026-11-03'))).toEqual({ start: 0, earliest: 0 });
    expect(weeks(registered(7, '2026-11-24'))).toEqual({ start: 2, earliest: 0 });
    expect(weeks(registered(7, '2026-10-06'))).toEqual({ start: 0, earliest: 0 });
  });
});

test.each([
  ['2026-11-29', 0, 0],
  ['2026-12-05', 0, 0],
  ['2026-12-06', 0, 1],
  ['2026-12-06', 1, 1],
  ['2026-12-06', 2, null],
  ['2026-11-28', 0, null],
  ['2028-11-26', 0, 104],
  ['2028-12-03', 0, null],
  ['2026-02-30', 0, null],
  ['3', 0, null],
  ['', 0, null],
])(
  'an address with the week %s, where weeks can have slots from %i on, is of offset %s',
  (text, earliest, offset) => {
    expect(offsetOfWeek(text, earliest, now)).toBe(offset);
  },
);
