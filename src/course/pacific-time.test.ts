import { describe, expect, test } from 'vitest';
import { dateForPicker, dateFromPicker } from './calendar-date.ts';
import { TIME_SLOTS } from './course.ts';
import {
  classStart,
  fixedOffsetStart,
  pacificDate,
  pacificInstant,
  pacificNoonText,
  pacificWeekOf,
  pacificWeekWindow,
  readClassStart,
  readPacificDate,
  timeSlotOf,
  wallClockIn,
} from './pacific-time.ts';

const at = (text: string) => new Date(text);
const wallToIso = (date: string, hour: number, minute: number) =>
  pacificInstant(date, hour, minute).toISOString();

test('these tests run in the configured time zone', () => {
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(process.env.TZ);
});

describe('a local time becomes an instant', () => {
  test('in winter and in summer', () => {
    expect(wallToIso('2026-12-01', 16, 0)).toBe('2026-12-02T00:00:00.000Z');
    expect(wallToIso('2026-07-01', 16, 0)).toBe('2026-07-01T23:00:00.000Z');
  });

  test('a time skipped in spring moves forward by the gap', () => {
    expect(wallToIso('2026-03-08', 2, 30)).toBe('2026-03-08T10:30:00.000Z');
    expect(wallToIso('2026-03-08', 3, 30)).toBe('2026-03-08T10:30:00.000Z');
    expect(wallToIso('2026-03-08', 2, 0)).toBe('2026-03-08T10:00:00.000Z');
  });

  test('a time that exists twice in fall is the first of the two', () => {
    expect(wallToIso('2026-11-01', 1, 30)).toBe('2026-11-01T08:30:00.000Z');
    expect(wallToIso('2026-11-01', 1, 0)).toBe('2026-11-01T08:00:00.000Z');
  });

  test.each([
    ['2026-03-08', 0, '2026-03-08T08:00:00.000Z'],
    ['2026-03-08', 1, '2026-03-08T09:00:00.000Z'],
    ['2026-03-08', 3, '2026-03-08T10:00:00.000Z'],
    ['2026-03-08', 16, '2026-03-08T23:00:00.000Z'],
    ['2026-11-01', 0, '2026-11-01T07:00:00.000Z'],
    ['2026-11-01', 2, '2026-11-01T10:00:00.000Z'],
    ['2026-11-01', 16, '2026-11-02T00:00:00.000Z'],
  ])('on the clock-change day %s at %i o’clock', (date, hour, iso) => {
    expect(wallToIso(date, hour, 0)).toBe(iso);
  });
});

describe('an instant falls on a Pacific day and week', () => {
  test('the day ends at Pacific midnight', () => {
    expect(pacificDate(at('2026-12-02T07:59:59.999Z'))).toBe('2026-12-01');
    expect(pacificDate(at('2026-12-02T08:00:00Z'))).toBe('2026-12-02');
    expect(pacificDate(at('2026-07-02T07:00:00Z'))).toBe('2026-07-02');
  });

  test('the week ends on Saturday night', () => {
    expect(pacificWeekOf(at('2026-12-06T07:59:59Z'))).toBe('2026-11-29');
    expect(pacificWeekOf(at('2026-12-06T08:00:00Z'))).toBe('2026-12-06');
    expect(pacificWeekOf(at('2027-01-02T20:00:00Z'))).toBe('2026-12-27');
  });

  test('a week with a clock change is an hour shorter or longer', () => {
    expect(pacificWeekWindow('2026-03-08')).toEqual({
      start: at('2026-03-08T08:00:00Z'),
      end: at('2026-03-15T07:00:00Z'),
    });
    expect(pacificWeekWindow('2026-11-01')).toEqual({
      start: at('2026-11-01T07:00:00Z'),
      end: at('2026-11-08T08:00:00Z'),
    });
  });
});

describe('a class is set by day and slot', () => {
  test('4PM is 4 PM local time in January too', () => {
    expect(readClassStart('2027-01-05T12:00:00', '4PM')).toEqual(at('2027-01-06T00:00:00Z'));
    expect(readClassStart('2026-07-07T12:00:00', '4PM')).toEqual(at('2026-07-07T23:00:00Z'));
  });

  test('noon and the first and last slot are parsed correctly', () => {
    expect(classStart('2026-12-01', '8AM')).toEqual(at('2026-12-01T16:00:00Z'));
    expect(classStart('2026-12-01', '12PM')).toEqual(at('2026-12-01T20:00:00Z'));
    expect(classStart('2026-12-01', '8PM')).toEqual(at('2026-12-02T04:00:00Z'));
  });

  test('every slot can be read back from its instant', () => {
    for (const date of ['2026-12-01', '2026-03-08', '2026-11-01']) {
      expect(TIME_SLOTS.map((slot) => timeSlotOf(classStart(date, slot)))).toEqual(TIME_SLOTS);
    }
  });

  test('an instant between slots has no slot', () => {
    expect(timeSlotOf(at('2026-12-02T00:30:00Z'))).toBeNull();
    expect(timeSlotOf(at('2026-12-01T15:00:00Z'))).toBeNull();
    expect(timeSlotOf(at('2026-12-02T05:00:00Z'))).toBeNull();
  });

  test('the startTime of the call uses the fixed offset in summer and winter', () => {
    expect(fixedOffsetStart('2026-12-01', '4PM').toISOString()).toBe('2026-12-01T23:00:00.000Z');
    expect(fixedOffsetStart('2026-07-01', '8PM').toISOString()).toBe('2026-07-02T03:00:00.000Z');
  });
});

describe('the date in a call', () => {
  test('is written at noon and read by its date part', () => {
    expect(pacificNoonText('2026-12-01')).toBe('2026-12-01T12:00:00');
    expect(readPacificDate('2026-12-01T12:00:00')).toBe('2026-12-01');
    expect(readPacificDate('2026-12-01T23:59')).toBe('2026-12-01');
    expect(readPacificDate('2026-12-01T00:00:00.000')).toBe('2026-12-01');
    expect(readPacificDate('2026-12-01')).toBe('2026-12-01');
  });

  test.each([
    '2026-02-30T12:00:00',
    '2026-12-01T12:00:00Z',
    '2026-12-01Tnoon',
    'T12:002026-12-01',
    'T12:00:00',
    'soon',
  ])('%j is rejected', (text) => {
    expect(readPacificDate(text)).toBeNull();
    expect(readClassStart(text, '4PM')).toBeNull();
  });

  test('a day picked in any browser stays that day', () => {
    for (const date of ['2026-12-01', '2026-03-08', '2026-04-05', '2026-09-27', '1900-01-01']) {
      expect(dateFromPicker(dateForPicker(date))).toBe(date);
      expect(dateForPicker(date).getHours()).toBe(0);
    }
    expect(dateFromPicker(new Date(2026, 11, 1, 23, 59))).toBe('2026-12-01');
  });
});

test('knows the wall time in other zones, including those without an offset', () => {
  const instant = new Date('2026-11-16T18:00:00Z');
  expect(wallClockIn('Europe/London', instant)).toEqual(instant);
  expect(wallClockIn('Europe/Berlin', instant)).toEqual(new Date('2026-11-16T19:00:00Z'));
});
