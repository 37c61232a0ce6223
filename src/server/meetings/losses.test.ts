import { expect, test } from 'vitest';
import { describeLostRegistrants, isAboutLostRegistrants, isTooMuchLost } from './losses.ts';

test.each([
  [3, 3, false],
  [4, 4, true],
  [4, 11, true],
  [4, 12, false],
  [5, 12, true],
  [0, 0, false],
])('%i of %i registrants gone at once: too many is %s', (gone, known, isTooMuch) => {
  expect(isTooMuchLost('registrants', gone, known)).toBe(isTooMuch);
});

test.each([
  [5, 5, false],
  [6, 6, true],
  [6, 400, true],
  [5, 400, false],
])('%i of %i meetings gone at once: too many is %s', (gone, known, isTooMuch) => {
  expect(isTooMuchLost('meetings', gone, known)).toBe(isTooMuch);
});

test('the note about lost registrants is told from every other one', () => {
  expect(isAboutLostRegistrants(describeLostRegistrants(12, 14))).toBe(true);
  expect(isAboutLostRegistrants('Zoom answered 429: slow down.')).toBe(false);
  expect(isAboutLostRegistrants(null)).toBe(false);
});
