import { expect, test } from 'vitest';
import { monthlyNote, whyFirstClass } from './step-notes.ts';

test('only where students do not begin with class 1 is it said who holds the classes before', () => {
  expect([1, 2, 3, 5].map(whyFirstClass)).toEqual([
    null,
    'Class 1 is with your teacher.',
    'Classes 1 and 2 are with your teacher.',
    'Classes 1 to 4 are with your teacher.',
  ]);
});

test('from class 8 on it is said that classes are monthly', () => {
  expect(monthlyNote(7)).toBeNull();
  for (const classNumber of [8, 9, 10])
    expect(monthlyNote(classNumber)).toBe('Classes 8 to 10 are monthly, about a month apart.');
});
