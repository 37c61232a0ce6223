import { expect, test } from 'vitest';
import { describePastClass } from './past-class-note.ts';

const start = new Date('2026-12-02T00:00:00Z');
const HOUR = 3_600_000;
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const own = { classNumber: 7, startsAt: start, wasInRoom: true, wasHeld: true };

test('a student who was seen in a past class is thanked, and reads that the report is pending', () => {
  const joined = { status: 'Joined' };
  const shortly = 'Thank you for coming. Your attendance will show up here soon.';
  const textAfter = (milliseconds: number) => describePastClass(own, joined, later(milliseconds));
  expect(textAfter(HOUR)).toBe(null);
  expect(textAfter(HOUR + 1)).toBe(shortly);
  expect(textAfter(24 * HOUR)).toBe(shortly);
  expect(textAfter(24 * HOUR + 1)).toBe('Thank you for coming.');
});

test('a past class shows its outcome, unless its badge does', () => {
  const textFor = (record: { status: string } | null, wasInRoom: boolean, after = HOUR + 1) =>
    describePastClass({ ...own, wasInRoom }, record, later(after));
  expect(textFor(null, false, 3 * HOUR)).toBe(
    'We missed you in Class 7. You can make it up at another time.',
  );
  expect(textFor(null, true)).toBe(
    'You were only in Class 7 for a short time. To complete it, please take it again.',
  );
  expect(textFor({ status: 'Excused' }, false)).toBe(
    'You were excused from Class 7, so there’s nothing to make up.',
  );
  expect(textFor({ status: 'Present' }, true)).toBe(null);
  for (const record of [null, { status: 'Excused' }])
    expect(textFor(record, true, HOUR)).toBe(null);
});

test('until we know who came, no one is shown as having missed a class', () => {
  const unknown = { ...own, wasInRoom: false, wasHeld: null };
  expect(describePastClass(unknown, null, later(24 * HOUR))).toBe(
    'We have no record of you in Class 7 yet. If you were there, please check back later.',
  );
  expect(describePastClass({ ...unknown, wasHeld: true }, null, later(3 * HOUR - 1))).toContain(
    'yet',
  );
  expect(describePastClass(unknown, null, later(24 * HOUR + 1))).toBe(
    'We have no record of you in Class 7. If you missed it, you can make it up.',
  );
});

test('a class that never started was not held, unless the student is excused', () => {
  const notHeld = { ...own, wasInRoom: false, wasHeld: false };
  expect(describePastClass(notHeld, null, later(4 * HOUR))).toBe(
    'We’re sorry this class didn’t happen. You won’t lose a class. Please pick a new time.',
  );
  expect(describePastClass(notHeld, { status: 'Excused' }, later(4 * HOUR))).toContain('excused');
});
