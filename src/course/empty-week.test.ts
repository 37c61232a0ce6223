import { expect, test } from 'vitest';
import { describeEmptyWeek, explainEmptyWeek } from './empty-week.ts';
import { classStart } from './pacific-time.ts';
import { type ActiveRegistration, criteriaForNextClass, criteriaToMove } from './slot-choice.ts';

const now = new Date('2026-12-01T20:00:00Z'); // Tuesday noon, in the week of 29 November
const registered = (classNumber: number, date: string): ActiveRegistration => ({
  id: classNumber,
  classId: date,
  classNumber,
  startsAt: classStart(date, '4PM'),
});
const six = registered(6, '2026-12-16');
const progress = {
  startDate: '2026-12-12',
  registrations: [registered(5, '2026-12-23'), six],
};

const explain = (week: string, isAnyFree = true) =>
  explainEmptyWeek({ week, isAnyFree }, criteriaForNextClass(progress, 5, now), progress);
const say = (...asked: Parameters<typeof explain>) =>
  describeEmptyWeek(explain(...asked), 7, 'help@school.test');

test('a week in which the student has a class is told in the words of the specification', () => {
  const words = 'You already have a class scheduled for this week. Please try another week.';
  expect(say('2026-12-13')).toBe(words);
  expect(say('2026-12-20')).toBe(words);
  expect(say('2026-12-13', false)).toBe(words);
});

test('a week without a class of the student has another reason', () => {
  expect(say('2026-11-22')).toBe('This week is over. Please try a later week.');
  expect(say('2026-12-06')).toBe(
    'Your course starts on Saturday, December 12. Please try a later week.',
  );
  expect(say('2027-01-03')).toBe(
    'There are no times for Class 7 this week. Please try another week.',
  );
  expect(say('2027-01-03', false)).toBe(
    'There are no class times to choose from yet. Please check back later, or email help@school.test.',
  );
});

test('a course that starts within the week is no reason, a class to come later is', () => {
  const student = { startDate: '2026-12-11', registrations: [six] };
  const criteria = criteriaForNextClass(student, 5, now);
  const empty = explainEmptyWeek({ week: '2026-12-06', isAnyFree: true }, criteria, student);
  expect(describeEmptyWeek(empty, 7, '')).toBe(
    'Class 6 is on Wednesday, December 16, and Class 7 comes after it. Please try a later week.',
  );
});

test('in this week there may have been times that have begun', () => {
  const student = { startDate: '2026-11-01', registrations: [six] };
  const criteria = criteriaToMove(student, six, now);
  const empty = explainEmptyWeek({ week: '2026-11-29', isAnyFree: true }, criteria, student);
  expect(describeEmptyWeek(empty, 6, '')).toBe(
    'There are no times left for Class 6 this week. Please try another week.',
  );
});
