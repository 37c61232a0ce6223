import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './calendar-date.ts';
import { TIME_SLOTS } from './course.ts';
import { classStart } from './pacific-time.ts';
import {
  afterQuietHours,
  alumniWeekDue,
  classReminderDue,
  isTooLateForMissedMessage,
  isTooLateToRemind,
  missedMessageDue,
  nextLookAtMissed,
  retreatReminderDue,
} from './reminders.ts';

const at = (text: string) => new Date(text);
const hour = 3_600_000;

/** Computed without the code under test. */
const wallHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hour: 'numeric',
  hourCycle: 'h23',
});
const hourOf = (instant: Date) => Number(wallHour.format(instant));

describe('the quiet hours', () => {
  test.each([
    ['8:59 PM is not quiet', '2026-11-17T20:59:59-08:00', '2026-11-17T20:59:59-08:00'],
    ['9 PM waits for the morning', '2026-11-17T21:00:00-08:00', '2026-11-18T07:00:00-08:00'],
    ['midnight waits for 7 AM', '2026-11-18T00:00:00-08:00', '2026-11-18T07:00:00-08:00'],
    ['7 AM is not quiet', '2026-11-18T07:00:00-08:00', '2026-11-18T07:00:00-08:00'],
    ['7:30 AM is not quiet', '2026-11-18T07:30:00-08:00', '2026-11-18T07:30:00-08:00'],
    ['the night that DST begins', '2027-03-13T22:00:00-08:00', '2027-03-14T07:00:00-07:00'],
    ['the night that DST ends', '2026-10-31T22:00:00-07:00', '2026-11-01T07:00:00-08:00'],
  ])('%s', (_, instant, expected) => {
    expect(afterQuietHours(at(instant))).toEqual(at(expected));
  });

  test('never contain a class or retreat reminder, and every class has both reminders', () => {
    const anyClass = fc
      .record({
        date: fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days)),
        timeSlot: fc.constantFrom(...TIME_SLOTS),
      })
      .map(({ date, timeSlot }) => classStart(date, timeSlot));
    fc.assert(
      fc.property(anyClass, (startsAt) => {
        const [day, last] = (['class-day', 'class-hour'] as const).map((kind) =>
          classReminderDue(kind, startsAt),
        );
        for (const due of [day, last, retreatReminderDue(startsAt)]) {
          expect(hourOf(due as Date)).toBeGreaterThanOrEqual(7);
          expect(hourOf(due as Date)).toBeLessThan(21);
        }
        expect((last as Date).getTime()).toBe(startsAt.getTime() - hour);
        expect((day as Date).getTime()).toBeLessThan((last as Date).getTime());
      }),
    );
  });
});

describe('a reminder of a class', () => {
  test('is skipped if the quiet hours would delay it to the start', () => {
    expect(classReminderDue('class-hour', at('2026-11-18T07:00:00-08:00'))).toBeNull();
  });

  test.each([
    ['in winter', '2026-12-01T16:00:00-08:00', '2026-11-30T16:00:00-08:00'],
    ['on the day DST ends', '2026-11-01T16:00:00-08:00', '2026-10-31T17:00:00-07:00'],
    ['on the day after', '2026-11-02T16:00:00-08:00', '2026-11-01T16:00:00-08:00'],
    ['on the day DST begins', '2027-03-14T16:00:00-07:00', '2027-03-13T15:00:00-08:00'],
    ['whose day before ends at 9 PM', '2026-11-01T20:00:00-08:00', '2026-11-01T07:00:00-08:00'],
  ])('comes 24 hours before one %s', (_, startsAt, due) => {
    expect(classReminderDue('class-day', at(startsAt))).toEqual(at(due));
  });

  test('is skipped if the quiet hours last until the class', () => {
    expect(classReminderDue('class-hour', at('2026-12-01T06:00:00-08:00'))).toBeNull();
  });

  test('is too late for the day before once the hourly one is due, and for both once the class begins', () => {
    const startsAt = at('2026-12-02T00:00:00Z');
    const ahead = (milliseconds: number) => new Date(startsAt.getTime() - milliseconds);
    expect(isTooLateToRemind('class-day', startsAt, ahead(hour + 1))).toBe(false);
    expect(isTooLateToRemind('class-day', startsAt, ahead(hour))).toBe(true);
    expect(isTooLateToRemind('class-hour', startsAt, ahead(1))).toBe(false);
    expect(isTooLateToRemind('class-hour', startsAt, startsAt)).toBe(true);
    const early = at('2026-12-01T06:00:00-08:00');
    expect(isTooLateToRemind('class-day', early, new Date(early.getTime() - 1))).toBe(false);
  });
});

describe('the reminder of the retreat', () => {
  test.each([
    [
      'two months after class 10, at its hour',
      '2026-12-01T16:00:00-08:00',
      '2027-02-01T16:00-08:00',
    ],
    ['on the last day of a shorter month', '2026-12-31T16:00:00-08:00', '2027-02-28T16:00-08:00'],
    ['at the same hour in DST', '2027-02-01T16:00:00-08:00', '2027-04-01T16:00-07:00'],
  ])('comes %s', (_, lastClass, due) => {
    expect(retreatReminderDue(at(lastClass))).toEqual(at(due));
  });
});

describe('the weekly text to alumni', () => {
  test('goes out on Monday from 9 AM until the quiet hours, and covers the time until the next one', () => {
    const week = {
      from: at('2026-11-16T09:00:00-08:00'),
      until: at('2026-11-23T09:00:00-08:00'),
    };
    expect(alumniWeekDue(at('2026-11-16T08:59:59-08:00'))).toBeNull();
    expect(alumniWeekDue(at('2026-11-16T09:00:00-08:00'))).toEqual(week);
    expect(alumniWeekDue(at('2026-11-16T20:59:59-08:00'))).toEqual(week);
    expect(alumniWeekDue(at('2026-11-16T21:00:00-08:00'))).toBeNull();
    expect(alumniWeekDue(at('2026-11-17T10:00:00-08:00'))).toBeNull();
    expect(alumniWeekDue(at('2026-11-15T10:00:00-08:00'))).toBeNull();
  });
});

describe('a student who missed a class', () => {
  test.each([
    [
      'gets a message three hours after its start',
      '2026-11-24T16:00:00-08:00',
      '2026-11-24T19:00:00-08:00',
    ],
    ['gets one the next morning', '2026-11-24T18:00:00-08:00', '2026-11-25T07:00:00-08:00'],
  ])('%s', (_, startsAt, due) => {
    expect(missedMessageDue(at(startsAt))).toEqual(at(due));
  });

  test('gets no message after three days', () => {
    const startsAt = at('2026-11-24T16:00:00-08:00');
    expect(isTooLateForMissedMessage(startsAt, at('2026-11-27T16:00:00-08:00'))).toBe(false);
    expect(isTooLateForMissedMessage(startsAt, at('2026-11-27T16:00:01-08:00'))).toBe(true);
  });

  test('with an unknown result is checked again after a minute, then every hour, in the daytime', () => {
    const startsAt = at('2026-11-24T16:00:00-08:00');
    const due = missedMessageDue(startsAt);
    const later = at('2026-11-24T19:01:00-08:00');
    expect(nextLookAtMissed(startsAt, due, due)).toEqual(later);
    expect(nextLookAtMissed(startsAt, later, later)).toEqual(at('2026-11-24T20:01:00-08:00'));
    expect(nextLookAtMissed(startsAt, later, at('2026-11-24T20:30:00-08:00'))).toEqual(
      at('2026-11-25T07:00:00-08:00'),
    );
  });
});
