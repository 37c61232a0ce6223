import { expect, test } from 'vitest';
import {
  isFlag,
  JOURNEY_GROUPS,
  type JourneyClass,
  type JourneyStudent,
  nextClassOf,
  sinceWhen,
} from './journey-groups.ts';

const now = new Date('2026-11-16T20:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60 * 1000);
const present = { status: 'Present' };

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

test('every group has a since date', () => {
  const held = classes(5, 10, {
    5: { attendance: null },
    6: { attendance: null },
    9: { canceledAt: days(-2) },
    10: { canceledAt: days(-3) },
  });
  const someone = student({ classes: held, requestedAt: days(-4), inLineSince: days(-5) });
  const since = Object.fromEntries(
    JOURNEY_GROUPS.map((group) => [group, sinceWhen(group, someone, now)]),
  );
  const allChosen = days(-50);
  expect(since).toEqual({
    'never-chose': days(-100),
    choosing: allChosen,
    weekly: allChosen,
    monthly: days(-7),
    finished: days(14),
    'choose-again': days(-3),
    missed: days(-21),
    'missed-twice': days(-21),
    requests: days(-4),
    'in-line': days(-5),
    retreat: allChosen,
    texts: allChosen,
    quiet: days(-1),
    'never-signed-in': days(-100),
  });
});

test('there is no since date without the event it is counted from', () => {
  const noOne = student({ lastSignInAt: null });
  expect(sinceWhen('quiet', noOne, now)).toEqual(days(-100));
  for (const group of ['choosing', 'weekly', 'finished', 'missed', 'choose-again'] as const) {
    expect(sinceWhen(group, noOne, now)).toBeNull();
  }
  expect(sinceWhen('monthly', student({ classes: classes(8, 10) }), now)).toEqual(days(-50));
});

test('the next class is the first one that is not over and has a place', () => {
  const held = [classOf(10), classOf(9, { canceledAt: days(-1) }), classOf(7), classOf(8)];
  expect(nextClassOf(student({ classes: held }), now)?.classNumber).toBe(8);
  expect(nextClassOf(student({ classes: [classOf(6)] }), now)).toBeNull();
});

test('a class that never started needs a new time since its start', () => {
  const notHeld = classOf(7, { attendance: null, wasHeld: false });
  const waiting = student({ classes: [...classes(5, 6), notHeld, ...classes(8, 10)] });
  expect(sinceWhen('choose-again', waiting, now)).toEqual(notHeld.startsAt);
});

test('a missed class is a flag, and the weekly classes are a step', () => {
  expect(isFlag('missed')).toBe(true);
  expect(isFlag('weekly')).toBe(false);
});
