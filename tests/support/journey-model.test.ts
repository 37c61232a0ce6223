import { expect, test } from 'vitest';
import {
  JOURNEY_GROUPS,
  type JourneyClass,
  type JourneyStudent,
} from '../../src/course/journey-groups.ts';
import { flagsOf, isInGroup, stepOf } from './journey-model.ts';

const now = new Date('2026-11-16T20:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60 * 1000);
const present = { status: 'Present' };

/** Class 5 was three weeks ago, and there is one class a week. */
const classOf = (classNumber: number, change: Partial<JourneyClass> = {}): JourneyClass => {
  const startsAt = days(7 * (classNumber - 8));
  const attendance = startsAt < now ? present : null;
  const chosenAt = days(classNumber - 60);
  return {
    ...{ classNumber, startsAt, chosenAt, attendance },
    ...{ wasHeld: null, canceledAt: null, ...change },
  };
};
const classes = (from: number, to: number, changes: Record<number, Partial<JourneyClass>> = {}) =>
  Array.from({ length: to - from + 1 }, (_, at) => classOf(from + at, changes[from + at]));

const student = (change: Partial<JourneyStudent> = {}): JourneyStudent => ({
  createdAt: days(-100),
  lastSignInAt: days(-1),
  transferStudent: false,
  textContinueClicked: true,
  hasRetreat: true,
  requestedAt: null,
  inLineSince: null,
  classes: [],
  ...change,
});
const step = (held: JourneyClass[], firstClass = 5) =>
  stepOf(student({ classes: held }), firstClass, now);
const flags = (change: Partial<JourneyStudent>) => flagsOf(student(change), 5, now);

test('a student without a class has never chosen, and one without the last class is halfway', () => {
  expect(step([])).toBe('never-chose');
  expect(step(classes(5, 9))).toBe('choosing');
  expect(step([classOf(5), classOf(10)])).not.toBe('choosing');
});

test('a student is in the weekly classes until none is left to attend', () => {
  const attended = { startsAt: days(-1), attendance: present };
  expect(step(classes(5, 10, { 7: { startsAt: days(1), attendance: null } }))).toBe('weekly');
  expect(step(classes(5, 10, { 7: attended }))).toBe('monthly');
  const begun = new Date(now.getTime() - 60 * 60 * 1000);
  expect(step(classes(5, 10, { 7: { startsAt: begun, attendance: null } }))).toBe('weekly');
  const over = new Date(begun.getTime() - 1);
  expect(step(classes(5, 10, { 7: { startsAt: over, attendance: null } }))).toBe('monthly');
  expect(step(classes(5, 10, { 7: { canceledAt: days(-3) } }))).toBe('weekly');
});

test('a course that begins with class 8 has no weekly classes', () => {
  expect(step(classes(8, 9), 8)).toBe('choosing');
  expect(step(classes(8, 10), 8)).toBe('monthly');
});

test('only attending class 10 finishes the course', () => {
  const tenth = (status: string) =>
    step(classes(5, 10, { 10: { startsAt: days(-1), attendance: { status } } }));
  expect(tenth('Present')).toBe('finished');
  for (const status of ['Joined', 'Excused']) expect(tenth(status)).toBe('monthly');
});

test('a class is missed when it is over without a record, unless it needs a new time', () => {
  const missed = { attendance: null };
  expect(flags({ classes: classes(5, 10, { 6: missed }) })).toEqual(['missed']);
  expect(flags({ classes: classes(5, 10, { 6: { attendance: { status: 'Excused' } } }) })).toEqual(
    [],
  );
  const waiting = { ...missed, canceledAt: days(-1) };
  expect(flags({ classes: classes(5, 10, { 6: waiting }) })).toEqual(['choose-again']);
});

test('a second missed class and an open request for other times are flags of their own', () => {
  const twice = classes(5, 10, { 5: { attendance: null }, 6: { attendance: null } });
  expect(flags({ classes: twice })).toEqual(['missed', 'missed-twice']);
  expect(flags({ requestedAt: days(-1) })).toEqual(['requests']);
  expect(flags({ inLineSince: days(-1) })).toEqual(['in-line']);
});

test('the retreat and the question about texts are due once all classes are chosen', () => {
  const open = { hasRetreat: false, textContinueClicked: false };
  expect(flags({ ...open, classes: classes(5, 10) })).toEqual(['retreat', 'texts']);
  expect(flags({ ...open, classes: classes(5, 9) })).toEqual([]);
  expect(flags(open)).toEqual([]);
  expect(flags({ ...open, classes: classes(5, 10), transferStudent: true })).toEqual(['texts']);
});

test('no one is quiet before 30 days or after finishing', () => {
  expect(flags({ lastSignInAt: days(-30) })).toEqual([]);
  expect(flags({ lastSignInAt: days(-31) })).toEqual(['quiet']);
  expect(flags({ lastSignInAt: null })).toEqual(['quiet', 'never-signed-in']);
  expect(flags({ lastSignInAt: null, createdAt: days(-2) })).toEqual(['never-signed-in']);
  const finished = classes(5, 10, { 10: { attendance: present } });
  expect(flags({ lastSignInAt: days(-31), classes: finished })).toEqual([]);
});

test('a person is in the group of their step and of each of their flags', () => {
  const someone = student({ classes: classes(5, 9, { 5: { attendance: null } }) });
  const groups = JOURNEY_GROUPS.filter((group) => isInGroup(group, someone, 5, now));
  expect(groups).toEqual(['choosing', 'missed']);
});

test('a class that never started is not missed but needs a new time', () => {
  const notHeld = classOf(7, { attendance: null, wasHeld: false });
  const waiting = student({ classes: [...classes(5, 6), notHeld, ...classes(8, 10)] });
  expect(flagsOf(waiting, 5, now)).toEqual(['choose-again']);
  expect(stepOf(waiting, 5, now)).toBe('weekly');
});
