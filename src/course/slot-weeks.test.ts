import { expect, test } from 'vitest';
import { classStart } from './pacific-time.ts';
import type { ActiveRegistration, CourseProgress } from './slot-choice.ts';
import { offerNextClassSlots, offerRescheduleSlots } from './slots.ts';

const now = new Date('2026-12-01T20:00:00Z'); // Tuesday noon, in the week of November 29
const slot = (date: string) => ({
  id: date,
  startsAt: classStart(date, '4PM'),
  classType: 'Weekly' as const,
});
const registered = (classNumber: number, date: string): ActiveRegistration => ({
  id: classNumber,
  classId: date,
  classNumber,
  startsAt: classStart(date, '4PM'),
});
const progress = (...registrations: ActiveRegistration[]): CourseProgress => ({
  startDate: '2026-11-01',
  registrations,
});
const ids = (classes: { id: string }[]) => classes.map(({ id }) => id);
const classes = ['2026-12-12', '2026-12-03', '2026-12-08', '2026-11-30', '2026-12-29'].map(slot);
const ask = (slots: typeof classes, student: CourseProgress, weekOffset: number) =>
  offerNextClassSlots(slots, student, { weekOffset, firstClass: 5, now });
const five = registered(5, '2026-12-15');
const student = progress(five, registered(6, '2026-12-22'));

test('the next free week differs from the requested one if the timetable ends a week earlier', () => {
  const free = [0, 1, 2, 4].map((week) => ask(classes, progress(), week).nextFreeWeek);
  expect(free).toEqual([1, 4, 4, 1]);
});

test('the arrows go on to the last week with a slot and back to the first', () => {
  const ways = [0, 1, 4, 5].map((week) => {
    const { canGoBack, canGoOn } = ask(classes, progress(), week);
    return [canGoBack, canGoOn];
  });
  expect(ways).toEqual([
    [false, true],
    [true, true],
    [true, false],
    [true, false],
  ]);
});

test('the arrows never go back past the previous class’s week', () => {
  const answer = ask(classes, progress(registered(5, '2026-12-08')), 2);
  expect(answer).toMatchObject({ canGoBack: false, canGoOn: true, nextFreeWeek: 4 });
});

test('a week with only its own slot is listed, but is not free', () => {
  const alone = (weekOffset: number) =>
    offerRescheduleSlots([slot('2026-12-03'), slot('2026-12-15')], student, five, {
      weekOffset,
      now,
    });
  expect(ids(alone(0).classes)).toEqual(['2026-12-15']);
  expect(alone(0)).toMatchObject({ nextFreeWeek: -2, canGoOn: false, emptyWeek: null });
  expect(alone(-2)).toMatchObject({ nextFreeWeek: null, canGoOn: true });
});

test('a canceled class can be picked again, so its week is free', () => {
  const suspended = { ...five, isSuspended: true };
  const again = offerRescheduleSlots([slot('2026-12-15')], progress(suspended), suspended, {
    weekOffset: -1,
    now,
  });
  expect(again).toMatchObject({ nextFreeWeek: 0, firstFutureWeek: 0 });
});
