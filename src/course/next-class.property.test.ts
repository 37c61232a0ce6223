import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './calendar-date.ts';
import { TIME_SLOTS } from './course.ts';
import {
  countAnnouncements,
  findClassInReach,
  isInReach,
  isNear,
  isTimeToJoin,
} from './next-class.ts';
import { classStart } from './pacific-time.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Days around both clock changes, when a Pacific day has 25 or 23 hours. */
const anyStart = fc
  .record({
    change: fc.constantFrom('2026-11-01', '2027-03-14'),
    days: fc.integer({ min: -2, max: 2 }),
    timeSlot: fc.constantFrom(...TIME_SLOTS),
  })
  .map(({ change, days, timeSlot }) => classStart(addDays(change, days), timeSlot));
const anyWait = fc.integer({ min: -2 * hour, max: 26 * hour });
const at = (start: Date, wait: number) => new Date(start.getTime() - wait);

const zoneDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

test('a class is in reach for exactly 25 hours, with or without a clock change', () => {
  fc.assert(
    fc.property(anyStart, anyWait, (start, wait) => {
      expect(isInReach(start, at(start, wait))).toBe(wait <= 24 * hour && wait >= -hour);
    }),
  );
});

test('a near class is on the same Pacific day', () => {
  fc.assert(
    fc.property(anyStart, anyWait, (start, wait) => {
      const now = at(start, wait);
      if (isNear(start, now)) expect(zoneDay.format(start)).toBe(zoneDay.format(now));
    }),
  );
});

test('the class in reach is never past, is the earliest in reach, and is always found', () => {
  fc.assert(
    fc.property(fc.array(anyStart, { maxLength: 6 }), anyStart, anyWait, (starts, some, wait) => {
      const now = at(some, wait);
      const classes = starts.map((startsAt) => ({ startsAt, isExcused: false }));
      const inReach = starts.filter((start) => isInReach(start, now)).map(Number);
      const found = findClassInReach(classes, now);
      const first = inReach.length === 0 ? undefined : Math.min(...inReach);
      expect(found?.startsAt.getTime()).toBe(first);
    }),
  );
});

test('announcements only add up over time, and Join becomes the main action at its first moment', () => {
  fc.assert(
    fc.property(anyStart, anyWait, fc.integer({ min: 0, max: hour }), (start, wait, later) => {
      const [first, second] = [at(start, wait), at(start, wait - later)];
      expect(countAnnouncements(start, second)).toBeGreaterThanOrEqual(
        countAnnouncements(start, first),
      );
      const isLoud = isInReach(start, first) && countAnnouncements(start, first) > 0;
      expect(isTimeToJoin(start, first)).toBe(isLoud);
    }),
  );
});
