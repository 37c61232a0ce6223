import { describe, expect, test } from 'vitest';
import {
  allInWords,
  classNumbersFrom,
  countInWords,
  describeProgress,
  firstSessionsNote,
  isClassShown,
  monthlyNote,
  whyFirstClass,
} from './shown-classes.ts';

const shownWith = (firstClass: number) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((classNumber) => isClassShown(classNumber, firstClass));

describe('the classes on a schedule', () => {
  test('are 5 to 10 if the teacher books the first four', () => {
    expect(shownWith(5)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(classNumbersFrom(5)).toEqual([5, 6, 7, 8, 9, 10]);
  });

  test('start with the first class that students choose, if that is earlier', () => {
    expect(shownWith(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(shownWith(3)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(classNumbersFrom(3)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('still include a 5 or 6 chosen before the first class became 7, without requiring it', () => {
    expect(shownWith(7)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(classNumbersFrom(7)).toEqual([7, 8, 9, 10]);
    expect(classNumbersFrom(10)).toEqual([10]);
  });
});

describe('the note about the sessions before them', () => {
  const email =
    'in the booking confirmation email from your teacher. Its subject reads “Next steps for your TM course”.';

  test.each([
    [5, 'Classes 5 to 10 follow your first four sessions. The dates of those four are'],
    [3, 'Classes 3 to 10 follow your first two sessions. The dates of those two are'],
    [2, 'Classes 2 to 10 follow your first session. The date of that session is'],
    [7, 'Classes 7 to 10 follow your first six sessions. The dates of those six are'],
    [10, 'Class 10 follows your first nine sessions. The dates of those nine are'],
  ])('with class %i as the first', (firstShown, beginning) => {
    expect(firstSessionsNote(firstShown, 'TM')).toBe(`${beginning} ${email}`);
  });

  test('is missing if every class is on the schedule', () => {
    expect(firstSessionsNote(1, 'TM')).toBeNull();
  });
});

test('spells out the number of classes', () => {
  expect([1, 6, 10, 11].map(countInWords)).toEqual(['one', 'six', 'ten', '11']);
  expect([2, 3, 6].map(allInWords)).toEqual(['Both', 'All Three', 'All Six']);
});

test('says how far the student has come', () => {
  expect(describeProgress(0, 6)).toBe('Six classes ahead of you.');
  expect(describeProgress(1, 6)).toBe('One class done, five to go.');
  expect(describeProgress(6, 6)).toBe('Six classes done.');
});

test('says who books the earlier classes only if students do not start with class 1', () => {
  expect([1, 2, 3, 5].map(whyFirstClass)).toEqual([
    null,
    'Class 1 is with your teacher.',
    'Classes 1 and 2 are with your teacher.',
    'Classes 1 to 4 are with your teacher.',
  ]);
});

test('says from class 8 on that classes are monthly', () => {
  expect(monthlyNote(7)).toBeNull();
  for (const classNumber of [8, 9, 10])
    expect(monthlyNote(classNumber)).toBe('Classes 8 to 10 are about a month apart.');
});
