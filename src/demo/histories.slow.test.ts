import { expect, test } from 'vitest';
import { addWeeks } from '../course/calendar-date.ts';
import { isPast } from '../course/class-state.ts';
import { classTypeFor } from '../course/course.ts';
import { pacificWeekOf } from '../course/pacific-time.ts';
import { directVisitor } from '../course/redirects.ts';
import { demoClassesOf } from './classes.ts';
import { chooseClasses, hasAttended } from './histories.ts';
import { buildPeople, type DemoPerson } from './people.ts';

const hour = 60 * 60 * 1000;
/** Every 21 hours for two weeks: around each clock change, around New Year's Day, and in July. */
const moments = ['2026-10-28', '2027-03-10', '2026-12-26', '2027-07-01'].flatMap((date) =>
  Array.from({ length: 16 }, (_, at) => new Date(Date.parse(`${date}T05:30:00Z`) + at * 21 * hour)),
);

function slotsAround(now: Date) {
  const weeks = Array.from({ length: 40 }, (_, at) => addWeeks(pacificWeekOf(now), at - 13));
  return weeks.flatMap(demoClassesOf).map((slot, id) => ({ ...slot, id }));
}

function classesOf(person: DemoPerson | undefined, now: Date, slots = slotsAround(now)) {
  const history = person?.history;
  if (!history) return [];
  return chooseClasses(slots, history, { seed: 3, now }).map((chosen) => ({
    ...chosen,
    state: hasAttended(history, chosen, now)
      ? 'attended'
      : isPast(chosen.slot.startsAt, now)
        ? 'missed'
        : 'ahead',
  }));
}

const find = (email: string, now: Date) =>
  buildPeople(now).find(({ row }) => row.email === `${email}@demo.test`);

test('on any day, the mid-course student has attended, missed and future classes', () => {
  for (const now of moments) {
    const states = classesOf(find('mid-course', now), now).map(({ state }) => state);
    expect(states.slice(0, 3), now.toISOString()).toEqual(['attended', 'missed', 'attended']);
    expect(states.slice(4), now.toISOString()).toEqual(['ahead', 'ahead']);
  }
});

test('on any day, students who just picked have all six classes ahead', () => {
  for (const now of moments) {
    for (const email of ['finished-picking', 'transfer-student']) {
      const states = classesOf(find(email, now), now).map(({ state }) => state);
      expect(states, now.toISOString()).toEqual(Array(6).fill('ahead'));
    }
  }
});

test('on any day, no one has two classes in a week or one of the wrong type', () => {
  for (const now of moments.filter((_, at) => at % 8 === 0)) {
    const slots = slotsAround(now);
    for (const person of buildPeople(now)) {
      const chosen = classesOf(person, now, slots);
      const weeks = new Set(chosen.map(({ slot }) => pacificWeekOf(slot.startsAt)));
      expect(weeks.size).toBe(chosen.length);
      expect(chosen.length).toBe((person.history?.until ?? 4) - 4);
      for (const { slot, classNumber } of chosen)
        expect(slot.classType).toBe(classTypeFor(classNumber));
    }
  }
});

test('each account lands on the page it demonstrates', () => {
  const [now = new Date()] = moments;
  const pageOf = (email: string, path: string) => {
    const person = find(email, now);
    const row = person?.row;
    const visitor = {
      role: row?.role ?? 'nobody',
      transferStudent: row?.transferStudent ?? false,
      retreatContinueClicked: row?.retreatContinueClicked ?? false,
      textContinueClicked: row?.textContinueClicked ?? false,
      registeredClassNumbers: classesOf(person, now).map(({ classNumber }) => classNumber),
    };
    const direction = directVisitor(visitor, { path, resume: false, firstClass: 5 });
    return direction.stay ? path : direction.goTo;
  };
  expect(pageOf('new-student', '/onboarding')).toBe('/onboarding');
  expect(pageOf('mid-course', '/schedule')).toBe('/schedule');
  expect(pageOf('finished-picking', '/schedule')).toBe('/retreat-registration');
  expect(pageOf('transfer-student', '/schedule')).toBe('/text-consent');
  expect(pageOf('alumni', '/classes')).toBe('/alumni-text-consent');
});
