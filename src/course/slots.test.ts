import { describe, expect, test } from 'vitest';
import type { ClassType } from './course.ts';
import { classStart } from './pacific-time.ts';
import type { ActiveRegistration, CourseProgress } from './slot-choice.ts';
import { offerMakeupSlots, offerNextClassSlots, offerRescheduleSlots } from './slots.ts';

const now = new Date('2026-12-01T20:00:00Z'); // Tuesday noon, in the week of November 29
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

describe('slots for the next class', () => {
  const ask = (classes: ReturnType<typeof slot>[], student: CourseProgress, weekOffset: number) =>
    offerNextClassSlots(classes, student, { weekOffset, firstClass: 5, now });
  const classes = ['2026-12-12', '2026-12-03', '2026-12-08', '2026-11-30', '2026-12-29'].map(
    (date) => slot(date),
  );

  test('offset 0 is the current week, without started classes', () => {
    const answer = ask(classes, progress(), 0);
    expect(ids(answer.classes)).toEqual(['2026-12-03']);
    expect(answer.nextClassNumber).toBe(5);
    expect(answer).toMatchObject({ canGoBack: false, canGoOn: true, emptyWeek: null });
  });

  test('a week lists the soonest first, with all details of each class', () => {
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

  test('with nothing ahead it points to the nearest earlier week', () => {
    expect(ask(classes, progress(), 7)).toMatchObject({ firstFutureWeek: 4, nextFreeWeek: 4 });
  });

  test('with nothing at all it points nowhere', () => {
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

  test('the week of another class is empty, and the one after is not', () => {
    expect(ids(ask(1).classes)).toEqual([]);
    expect(ids(ask(2).classes)).toEqual(['2026-12-30']);
  });

  test('students can go back as far as the current week', () => {
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

  test('students cannot go back before the first week to choose from', () => {
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

describe('full slots', () => {
  const full = (date: string) => ({ ...slot(date), placesLeft: 0 });
  const ask = (classes: ReturnType<typeof slot>[], weekOffset = 0) =>
    offerNextClassSlots(classes, progress(), { weekOffset, firstClass: 5, now });

  test('stay in the list, but the first week to show has a free one', () => {
    const answer = ask([full('2026-12-03'), slot('2026-12-08'), full('2026-12-15')]);
    expect(ids(answer.classes)).toEqual(['2026-12-03']);
    expect(answer).toMatchObject({ canGoOn: true, nextFreeWeek: 1, firstFutureWeek: 1 });
    const next = ask([full('2026-12-03'), slot('2026-12-08'), full('2026-12-15')], 1);
    expect(next).toMatchObject({ canGoBack: true, canGoOn: true, nextFreeWeek: null });
  });

  test('are shown first if every slot is full', () => {
    const classes = [full('2026-12-08'), full('2026-12-15')];
    expect(ask(classes)).toMatchObject({ nextFreeWeek: null, firstFutureWeek: 1 });
    const missed = registered(5, '2026-11-24');
    const makeup = offerMakeupSlots(classes, progress(missed), missed, { weekOffset: 2, now });
    expect(makeup).toMatchObject({ firstFutureWeek: 2 });
    expect(ids(makeup.classes)).toEqual(['2026-12-08']);
  });
});
