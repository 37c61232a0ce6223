import { describe, expect, test } from 'vitest';
import type { CalendarDate } from './calendar-date.ts';
import type { TimeSlot } from './course.ts';
import { classStart } from './pacific-time.ts';
import {
  classesLeft,
  classToKeep,
  describeClash,
  describeDifference,
  describeKept,
  describePlan,
  FEWEST_TO_PLAN,
  findPlanProblems,
  PLAN_PROBLEMS,
  proposePlan,
  rowsToRegister,
} from './plan.ts';
import type { ActiveRegistration, ClassSlot } from './slot-choice.ts';
import { offerNextClassSlots } from './slots.ts';

const now = new Date('2026-11-16T18:00:00Z');
const weekly = (date: CalendarDate, time: TimeSlot = '6PM'): ClassSlot => ({
  id: `${date} ${time}`,
  startsAt: classStart(date, time),
  classType: 'Weekly',
});
const monthly = (date: CalendarDate, time: TimeSlot = '6PM'): ClassSlot => ({
  ...weekly(date, time),
  classType: 'Monthly',
});
const held = (classNumber: number, date: CalendarDate): ActiveRegistration => ({
  id: `registration ${classNumber}`,
  classId: `${date} 6PM`,
  classNumber,
  startsAt: classStart(date, '6PM'),
});
const five = held(5, '2026-11-16');
const progressOf = (...registrations: ActiveRegistration[]) => ({
  startDate: '2026-11-01',
  registrations,
});
const propose = (slots: ClassSlot[], ...registrations: ActiveRegistration[]) =>
  proposePlan(slots, progressOf(...registrations), { firstClass: 5, now }).map(
    ({ classNumber, slot }) => [classNumber, slot?.id ?? null],
  );

describe('the proposed time', () => {
  test('stays on Mondays at 6 PM, weekly and then four weeks apart', () => {
    const mondays = ['2026-11-23', '2026-11-30', '2026-12-07'].map((date) => weekly(date));
    const later = ['2026-12-21', '2026-12-28', '2027-01-04', '2027-01-25', '2027-02-22'];
    expect(propose([...mondays, ...later.map((date) => monthly(date))], five)).toEqual([
      [6, '2026-11-23 6PM'],
      [7, '2026-11-30 6PM'],
      [8, '2026-12-28 6PM'],
      [9, '2027-01-25 6PM'],
      [10, '2027-02-22 6PM'],
    ]);
  });

  const proposedSix = (...slots: ClassSlot[]) => propose(slots, five)[0]?.[1];

  test('prefers an hour off over a day off, and a day off over four hours off', () => {
    const [tuesday, seven, two] = [
      weekly('2026-11-24'),
      weekly('2026-11-23', '7PM'),
      weekly('2026-11-23', '2PM'),
    ];
    expect(proposedSix(tuesday, seven, two)).toBe(seven.id);
    expect(proposedSix(tuesday, two)).toBe(tuesday.id);
  });

  test('is the earlier of two equally near ones', () => {
    expect(proposedSix(weekly('2026-11-23', '7PM'), weekly('2026-11-23', '5PM'))).toBe(
      '2026-11-23 5PM',
    );
  });

  test('for a weekly class is in the first week that has one, even if its weekday comes later', () => {
    expect(proposedSix(weekly('2026-11-30'), weekly('2026-11-26', '8AM'))).toBe('2026-11-26 8AM');
    expect(proposedSix(weekly('2026-12-14'), weekly('2026-12-10', '8AM'))).toBe('2026-12-10 8AM');
  });

  const proposedEight = (...slots: ClassSlot[]) =>
    propose(slots, five, held(6, '2026-11-23'), held(7, '2026-11-30'))[0]?.[1];

  test('for a monthly class is never less than three weeks after the one before', () => {
    expect(proposedEight(monthly('2026-12-14'), monthly('2026-12-24', '8AM'))).toBe(
      '2026-12-24 8AM',
    );
    expect(proposedEight(monthly('2026-12-14'))).toBeNull();
  });

  test('counts a week off the four-week interval as a day', () => {
    const [three, fifth, six] = ['2026-12-21', '2027-01-04', '2027-01-11'].map((date) =>
      monthly(date),
    ) as [ClassSlot, ClassSlot, ClassSlot];
    expect(proposedEight(monthly('2026-12-30'), fifth)).toBe(fifth.id);
    expect(proposedEight(monthly('2026-12-29', '5PM'), three)).toBe(three.id);
    expect(proposedEight(monthly('2026-12-31', '8AM'), six)).toBe('2026-12-31 8AM');
  });

  test('is in the first week that has one if the next five weeks have none', () => {
    expect(proposedEight(monthly('2027-02-06', '8AM'), monthly('2027-02-08'))).toBe(
      '2027-02-06 8AM',
    );
  });

  test('is left open for that class and all later ones once there is none', () => {
    const slots = [weekly('2026-11-23'), monthly('2027-01-25'), monthly('2027-02-22')];
    expect(propose(slots, five)).toEqual([
      [6, '2026-11-23 6PM'],
      [7, null],
      [8, null],
      [9, null],
      [10, null],
    ]);
  });

  test('uses the weekday and hour of the last chosen class that was not canceled', () => {
    const six = { ...held(6, '2026-11-24'), isSuspended: true };
    expect(propose([weekly('2026-12-01'), weekly('2026-11-30')], five, six)[0]).toEqual([
      7,
      '2026-11-30 6PM',
    ]);
    expect(propose([weekly('2026-11-30')], { ...five, isSuspended: true })).toEqual([]);
    expect(propose([weekly('2026-11-30')])).toEqual([]);
  });
});

describe('a plan', () => {
  test('is offered while two or more classes are left and one is registered', () => {
    expect(FEWEST_TO_PLAN).toBe(2);
    expect(classToKeep([], 5)).toBeUndefined();
    expect(classToKeep([five], 5)).toBe(five);
    const eight = held(8, '2026-12-28');
    expect(classesLeft([eight], 5)).toEqual([9, 10]);
    expect(classToKeep([five, eight], 5)).toBe(eight);
    expect(classToKeep([held(9, '2027-01-25')], 5)).toBeUndefined();
    expect(classToKeep([{ ...five, isSuspended: true }], 5)).toBeUndefined();
  });
});

describe('conflicts of a plan', () => {
  const problemsOf = (rows: [number, ClassSlot | null][], ...held: ActiveRegistration[]) =>
    findPlanProblems(
      rows.map(([classNumber, slot]) => ({ classNumber, slot })),
      progressOf(...held),
      { firstClass: 5, now },
    ).map(({ classNumber, problem }) => [classNumber, problem]);

  test('include two in a week and one before its predecessor, each at the later number', () => {
    const rows: [number, ClassSlot][] = [
      [6, weekly('2026-12-01')],
      [7, weekly('2026-12-03')],
      [8, monthly('2026-11-28')],
    ];
    expect(problemsOf(rows, five)).toEqual([
      [7, 'week-taken'],
      [8, 'out-of-order'],
    ]);
  });

  test('include a class that is gone or has started', () => {
    expect(problemsOf([[6, null]], five)).toEqual([[6, 'gone']]);
    expect(problemsOf([[5, weekly('2026-11-16', '9AM')]])).toEqual([[5, 'started']]);
  });

  test('include a number the teacher books, a skipped one, and one after the next', () => {
    const later = weekly('2026-11-23');
    for (const number of [1, 4, 6]) {
      expect(problemsOf([[number, later]])).toEqual([[number, 'not-next']]);
    }
    expect(problemsOf([[6, later]], five, held(10, '2027-02-22'))).toEqual([[6, 'not-next']]);
  });

  test('include a number that now has another time or waits for one, but not one at this very time', () => {
    const six = weekly('2026-11-23');
    expect(problemsOf([[6, six]], five, held(6, '2026-11-23'))).toEqual([]);
    expect(problemsOf([[6, six]], five, held(6, '2026-11-30'))).toEqual([[6, 'number-taken']]);
    const suspended = { ...held(6, '2026-11-23'), isSuspended: true };
    expect(problemsOf([[6, six]], five, suspended)).toEqual([[6, 'number-taken']]);
    expect(problemsOf([[6, null]], five, held(6, '2026-11-23'))).toEqual([[6, 'number-taken']]);
    expect(PLAN_PROBLEMS['number-taken']).toMatch(/already picked/);
  });
});

test('only the rows before the first open one are registered', () => {
  const six = weekly('2026-11-23');
  const plan = [
    { classNumber: 6, slot: six },
    { classNumber: 7, slot: null },
    { classNumber: 8, slot: monthly('2026-12-28') },
  ];
  expect(rowsToRegister(plan)).toEqual([{ classNumber: 6, slot: six }]);
});

test('a time shows which row of the plan it conflicts with', () => {
  const plan = [
    { classNumber: 6, slot: weekly('2026-11-23') },
    { classNumber: 7, slot: weekly('2026-11-30') },
    { classNumber: 8, slot: monthly('2026-12-28') },
    { classNumber: 9, slot: null },
  ];
  const clash = (date: CalendarDate) => describeClash(plan, 7, classStart(date, '4PM'));
  expect(clash('2026-12-02')).toBeNull();
  expect(clash('2026-11-26')).toBe('Class 6 is planned for this week.');
  expect(clash('2026-11-18')).toBe('Class 6 is planned for a later week.');
  expect(clash('2027-01-05')).toBe('Class 8 is planned for an earlier week.');
});

test('the kept time and the differences from it are worded the way people say them', () => {
  const kept = classStart('2026-11-16', '6PM');
  expect(describeKept(kept)).toMatch(/^Mondays at 6:00\sPM\sPT$/);
  expect(describeDifference(kept, classStart('2027-03-15', '6PM'))).toBeNull();
  expect(describeDifference(kept, classStart('2027-01-27', '6PM'))).toBe('not a Monday');
  expect(describeDifference(kept, classStart('2027-01-25', '8AM'))).toMatch(
    /^not at 6:00\sPM\sPT$/,
  );
  expect(describeDifference(kept, classStart('2027-01-27', '8AM'))).toBe('not a Monday');
});

test('a plan says how its times were found, even if there are none', () => {
  const say = (...slots: (ClassSlot | null)[]) =>
    describePlan(
      five.startsAt,
      slots.map((slot, at) => ({ classNumber: 11 - slots.length + at, slot })),
    ).replace(/\s/g, ' ');
  const month = monthly('2026-12-23');
  expect(say(weekly('2026-11-23'), month, month, month)).toContain('We kept Mondays at 6:00 PM PT');
  const nearest = 'We looked for Mondays at 6:00 PM PT and picked the closest time';
  expect(say(weekly('2026-11-24'), month, month, month)).toContain(nearest);
  expect(say(month, null)).toContain(nearest);
  expect(say(null, null)).toContain('6:00 PM PT, but these classes have no times yet.');
  expect(say()).toBe('You picked each of these times yourself.');
});

test('a class planned after the next one is offered its own type of slot', () => {
  const slots = [weekly('2026-11-24'), monthly('2026-11-25'), monthly('2026-11-16')];
  const ask = (classNumber: number) =>
    offerNextClassSlots(slots, progressOf(five), {
      weekOffset: 1,
      firstClass: 5,
      classNumber,
      now,
    });
  expect(ask(8)).toMatchObject({ nextClassNumber: 6, firstFutureWeek: 1 });
  expect(ask(8).classes.map(({ id }) => id)).toEqual(['2026-11-25 6PM']);
  expect(ask(6).classes.map(({ id }) => id)).toEqual(['2026-11-24 6PM']);
});
