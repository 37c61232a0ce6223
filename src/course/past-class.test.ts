import { expect, test } from 'vitest';
import { describePastClass } from './past-class.ts';

const start = new Date('2026-12-02T00:00:00Z');
const HOUR = 3_600_000;
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const own = { classNumber: 7, startsAt: start, wasInRoom: true };

test('whoever was seen in a past class is thanked, and told of the report while it is waited for', () => {
  const joined = { status: 'Joined' };
  const shortly = 'Thank you for coming. Your attendance appears here shortly.';
  const said = (milliseconds: number) => describePastClass(own, joined, later(milliseconds));
  expect(said(HOUR)).toBe(null);
  expect(said(HOUR + 1)).toBe(shortly);
  expect(said(24 * HOUR)).toBe(shortly);
  expect(said(24 * HOUR + 1)).toBe('Thank you for coming.');
});

test('of a past class is said what became of it, unless its badge says so', () => {
  const said = (record: { status: string } | null, wasInRoom: boolean, after = HOUR + 1) =>
    describePastClass({ ...own, wasInRoom }, record, later(after));
  expect(said(null, false)).toBe('We did not see you in class 7.');
  expect(said(null, true)).toBe(
    'You were in class 7 for a short time. To complete it, please come once more.',
  );
  expect(said({ status: 'Excused' }, false)).toBe(
    'You were excused from class 7. There is nothing to make up.',
  );
  expect(said({ status: 'Present' }, true)).toBe(null);
  for (const record of [null, { status: 'Excused' }]) expect(said(record, true, HOUR)).toBe(null);
});
