import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addWeeks } from './calendar-date.ts';
import {
  dayOfWeek,
  dayOfWeekOn,
  formatCalendarDate,
  formatComingDay,
  formatCompactDate,
  formatLongDate,
  formatMonthDay,
  formatNearDay,
  formatNearSlot,
  formatOwnTime,
  formatRowSlot,
  formatShortOwnTime,
  formatShortSlot,
  formatSlot,
  formatSlotForReader,
  formatSpokenSlot,
  formatTime,
  formatTimeSpan,
  formatWeek,
  keepTimesWhole,
  writeTimesWith,
} from './format-time.ts';
import {
  pacificDate,
  pacificInstant,
  pacificWallText,
  pacificWeekOf,
  pacificWeekWindow,
} from './pacific-time.ts';

const winter = new Date('2026-12-02T00:00:00Z');
const summer = new Date('2026-07-05T02:05:00Z');

describe('a formatted time', () => {
  test('has every form the screens use', () => {
    expect(formatSlot(winter)).toBe('December 1 at 4:00 PM PT');
    expect(formatSpokenSlot(winter)).toBe('Tuesday, December 1 at 4:00 PM PT');
    expect(formatLongDate(winter)).toBe('Tuesday, December 1, 2026');
    expect(formatCompactDate(winter)).toBe('Tue, Dec 1, 2026');
    expect(formatShortSlot(winter)).toBe('Tue Dec 1, 4:00 PM PT');
    expect(formatRowSlot(winter)).toBe('Tue, Dec 1 · 4:00 PM PT');
    expect(formatTime(winter)).toBe('4:00 PM PT');
    expect(dayOfWeek(winter)).toBe('Tuesday');
  });

  test('shows a week by its first and last day', () => {
    expect(formatWeek('2026-11-29')).toBe('November 29 – December 5');
    expect(formatWeek('2026-12-27')).toBe('December 27 – January 2');
  });

  test("is in the reader's own zone if that differs, with the day only if it's another one there", () => {
    const zone = process.env.TZ;
    try {
      for (const [timeZone, words] of [
        ['Pacific/Auckland', 'Wednesday, December 2, 1:00 PM in Auckland'],
        ['Europe/Berlin', 'Wednesday, December 2, 1:00 AM in Berlin'],
        ['Asia/Kolkata', 'Wednesday, December 2, 5:30 AM in Kolkata'],
        ['America/New_York', '7:00 PM in New York'],
        ['America/Argentina/Buenos_Aires', '9:00 PM in Buenos Aires'],
        ['UTC', 'Wednesday, December 2, 12:00 AM UTC'],
        ['Etc/GMT-5', 'Wednesday, December 2, 5:00 AM your time'],
        ['America/Los_Angeles', null],
        ['America/Tijuana', null],
      ] as const) {
        process.env.TZ = timeZone;
        expect([timeZone, formatOwnTime(winter)]).toEqual([timeZone, words]);
        const short = words?.replace(/(?<=^[A-Z]..)[a-z]+/, '').replace(/December/, 'Dec') ?? null;
        expect(formatShortOwnTime(winter)).toBe(short);
        const inBoth = 'Tuesday, December 1 at 4:00 PM PT';
        expect(formatSlotForReader(winter)).toBe(words ? `${inBoth} (${words})` : inBoth);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('has no-break spaces for browsers and plain spaces in emails and texts', () => {
    const words = [formatSpokenSlot, formatLongDate, formatCompactDate];
    const write = () => words.map((format) => format(winter).split(' '));
    onTestFinished(() => writeTimesWith(' '));
    writeTimesWith('\u00a0');
    expect(write()).toEqual([
      ['Tuesday,', 'December\u00a01', 'at\u00a04:00\u00a0PM\u00a0PT'],
      ['Tuesday,', 'December\u00a01,', '2026'],
      ['Tue,', 'Dec\u00a01,\u00a02026'],
    ]);
    expect(keepTimesWhole('Sunday, 9:00 AM to 5:00 PM PT. PT').split(' ')).toEqual([
      'Sunday,',
      '9:00\u00a0AM',
      'to',
      '5:00\u00a0PM\u00a0PT.',
      'PT',
    ]);
    writeTimesWith(' ');
    expect(formatSpokenSlot(winter)).not.toContain('\u00a0');
  });

  test('splits local time and zone for a calendar', () => {
    expect(pacificWallText(winter)).toBe('2026-12-01T16:00:00');
    expect(pacificWallText(summer)).toBe('2026-07-04T19:05:00');
  });

  test('is right in daylight saving time, with minutes, on the Pacific day', () => {
    expect(formatSpokenSlot(summer)).toBe('Saturday, July 4 at 7:05 PM PT');
    expect(formatCompactDate(summer)).toBe('Sat, Jul 4, 2026');
  });

  test('a time range names AM or PM once if both ends share it', () => {
    const span = (from: string, until: string) =>
      formatTimeSpan(new Date(`2026-12-02T${from}Z`), new Date(`2026-12-02T${until}Z`));
    expect(span('00:02:00', '00:58:00')).toBe('4:02–4:58 PM PT');
    expect(span('19:58:00', '20:50:00')).toBe('11:58 AM–12:50 PM PT');
  });

  test('noon and midnight are twelve', () => {
    expect(formatTime(new Date('2026-12-01T20:00:00Z'))).toBe('12:00 PM PT');
    expect(formatTime(new Date('2026-12-01T08:00:00Z'))).toBe('12:00 AM PT');
    expect(formatTime(new Date('2026-12-01T19:59:00Z'))).toBe('11:59 AM PT');
  });

  test('is right on both sides of a clock change', () => {
    expect(formatTime(new Date('2026-03-08T09:59:59.999Z'))).toBe('1:59 AM PT');
    expect(formatTime(new Date('2026-03-08T10:00:00Z'))).toBe('3:00 AM PT');
    expect(formatTime(new Date('2026-11-01T08:59:00Z'))).toBe('1:59 AM PT');
    expect(formatTime(new Date('2026-11-01T09:00:00Z'))).toBe('1:00 AM PT');
  });

  test('a day without a time keeps its date', () => {
    expect(formatCalendarDate('2026-12-01')).toBe('Dec 1, 2026');
    expect(formatCalendarDate('1900-01-01')).toBe('Jan 1, 1900');
    expect(dayOfWeekOn('2026-03-08')).toBe('Sunday');
    expect(formatMonthDay('2026-12-25')).toBe('December 25');
  });
});

const anyInstant = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
});

const referenceParts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

function reference(instant: Date): Record<string, string> {
  const parts = referenceParts.formatToParts(instant);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

describe('for any instant', () => {
  test('the texts match the zone’s calendar and contain only plain spaces', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const { weekday, month, day, year, hour, minute, dayPeriod } = reference(instant);
        const time = `${hour}:${minute} ${dayPeriod} PT`;
        expect(formatSpokenSlot(instant)).toBe(`${weekday}, ${month} ${day} at ${time}`);
        expect(formatLongDate(instant)).toBe(`${weekday}, ${month} ${day}, ${year}`);
        expect(formatSlot(instant)).toMatch(/^[\x20-\x7e]+$/);
      }),
      { numRuns: 300 },
    );
  });

  test('is within the window of its own week', () => {
    fc.assert(
      fc.property(anyInstant, (instant) => {
        const { start, end } = pacificWeekWindow(pacificWeekOf(instant));
        expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(instant.getTime()).toBeLessThan(end.getTime());
        expect(pacificWeekWindow(addWeeks(pacificWeekOf(instant), 1)).start).toEqual(end);
      }),
    );
  });

  test('a local time outside the DST gap survives the round trip', () => {
    const wallHour = fc.integer({ min: 0, max: 23 }).filter((hour) => hour !== 2);
    fc.assert(
      fc.property(anyInstant, wallHour, fc.integer({ min: 0, max: 59 }), (day, hour, minute) => {
        const date = pacificDate(day);
        const instant = pacificInstant(date, hour, minute);
        const period = hour < 12 ? 'AM' : 'PM';
        const padded = String(minute).padStart(2, '0');
        expect(pacificDate(instant)).toBe(date);
        expect(formatTime(instant)).toBe(`${((hour + 11) % 12) + 1}:${padded} ${period} PT`);
      }),
    );
  });
});

describe('an upcoming class', () => {
  const fourPm = new Date('2026-11-24T16:00:00-08:00');
  test.each([
    ['a day before', '2026-11-23T16:00:00-08:00', 'tomorrow at 4:00 PM PT'],
    ['late in the evening before', '2026-11-23T23:59:00-08:00', 'tomorrow at 4:00 PM PT'],
    ['after midnight', '2026-11-24T00:01:00-08:00', 'today at 4:00 PM PT'],
    ['an hour before', '2026-11-24T15:00:00-08:00', 'in one hour, at 4:00 PM PT'],
    ['five minutes later', '2026-11-24T15:05:00-08:00', 'in one hour, at 4:00 PM PT'],
    ['six minutes later', '2026-11-24T15:06:00-08:00', 'today at 4:00 PM PT'],
    ['two days before', '2026-11-22T15:00:00-08:00', 'on Tuesday, November 24 at 4:00 PM PT'],
  ])('is written as %s', (_when, now, words) => {
    expect(formatNearSlot(fourPm, new Date(now))).toBe(words);
  });

  test('is tomorrow across clock changes too', () => {
    for (const [now, then] of [
      ['2027-03-13T16:00:00-08:00', '2027-03-14T16:00:00-07:00'],
      ['2026-10-31T16:00:00-07:00', '2026-11-01T16:00:00-08:00'],
    ] as const) {
      expect(formatNearSlot(new Date(then), new Date(now))).toBe('tomorrow at 4:00 PM PT');
    }
  });
});

test('a day is named only if it is today or tomorrow in Pacific time', () => {
  const now = new Date('2026-11-16T23:30:00-08:00');
  for (const [instant, name] of [
    ['2026-11-16T08:00:00-08:00', 'Today'],
    ['2026-11-17T08:00:00-08:00', 'Tomorrow'],
    ['2026-11-18T08:00:00-08:00', null],
    ['2026-11-15T20:00:00-08:00', null],
  ] as const) {
    expect(formatNearDay(new Date(instant), now), instant).toBe(name);
  }
});

test('a coming day is named by its weekday, and from a week ahead also by its date', () => {
  const now = new Date('2026-11-16T12:00:00-08:00');
  for (const [instant, name] of [
    ['2026-11-17T08:00:00-08:00', 'tomorrow'],
    ['2026-11-22T20:00:00-08:00', 'Sunday'],
    ['2026-11-23T08:00:00-08:00', 'Monday, November 23'],
  ] as const) {
    expect(formatComingDay(new Date(instant), now), instant).toBe(name);
  }
});
