import { afterAll, describe, expect, test } from 'vitest';
import {
  deviceTimeZone,
  formatOwnTime,
  formatSpokenSlot,
  formatTime,
  writeTimesFor,
} from './format-time.ts';
import { isTimeZone, wallClockIn } from './pacific-time.ts';
import { zoneAfterSignIn } from './time-zone.ts';

const now = new Date('2026-07-15T12:00:00Z');
const unknown = { timeZone: null, isTimeZoneChosen: false };
const inBerlin = { timeZone: 'Europe/Berlin', isTimeZoneChosen: false };

test.each([
  ['the zone of the device is kept', unknown, 'Europe/Berlin', 'Europe/Berlin'],
  ['a newer one replaces it', inBerlin, 'America/New_York', 'America/New_York'],
  ['a chosen one stays', { ...inBerlin, isTimeZoneChosen: true }, 'Asia/Tokyo', 'Europe/Berlin'],
  ['Pacific time counts as none', inBerlin, 'America/Los_Angeles', null],
  ['so does a zone that is never different', inBerlin, 'America/Tijuana', null],
  ['one that is different in winter counts', unknown, 'America/Phoenix', 'America/Phoenix'],
  ['no zone changes nothing', inBerlin, '', 'Europe/Berlin'],
  ['an unknown zone changes nothing', inBerlin, 'Etc/Unknown', 'Europe/Berlin'],
])('at sign-in, %s', (_fact, known, device, kept) => {
  expect(zoneAfterSignIn(known, device, now)).toBe(kept);
});

test('only the names of time zones are time zones', () => {
  const names = ['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'];
  expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  expect(['+01:00', 'Mars/Olympus', 'a'.repeat(65), ' UTC', ''].filter(isTimeZone)).toEqual([]);
});

test('wall time in a zone follows its own clock changes', () => {
  const wall = (zone: string, instant: string) =>
    wallClockIn(zone, new Date(instant)).toISOString().slice(0, 16);
  expect(wall('Europe/Berlin', '2026-10-25T00:59:00Z')).toBe('2026-10-25T02:59');
  expect(wall('Europe/Berlin', '2026-10-25T01:00:00Z')).toBe('2026-10-25T02:00');
  expect(wall('Asia/Kathmandu', '2026-12-01T00:00:00Z')).toBe('2026-12-01T05:45');
  expect(wall('UTC', '2026-12-01T00:00:00Z')).toBe('2026-12-01T00:00');
});

describe('times written on the server', () => {
  const winter = new Date('2026-12-02T00:00:00Z');
  const summer = new Date('2026-07-05T02:05:00Z');
  afterAll(() => writeTimesFor(deviceTimeZone, { isMessage: false }));

  test('are in Pacific time only if the reader’s time zone isn’t known', () => {
    writeTimesFor(() => null, { isMessage: false });
    expect(formatOwnTime(winter)).toBeNull();
    writeTimesFor(() => null, { isMessage: true });
    expect(formatTime(winter)).toBe('4:00 PM PT');
  });

  test('are followed by the recipient’s own time in a message', () => {
    for (const [timeZone, words] of [
      ['America/New_York', '4:00 PM PT (7:00 PM in New York)'],
      ['Europe/Berlin', '4:00 PM PT (Wed, 1:00 AM in Berlin)'],
      ['UTC', '4:00 PM PT (Wed, 12:00 AM UTC)'],
      ['America/Los_Angeles', '4:00 PM PT'],
      ['Etc/Unknown', '4:00 PM PT'],
    ] as const) {
      writeTimesFor(() => timeZone, { isMessage: true });
      expect([timeZone, formatTime(winter)]).toEqual([timeZone, words]);
      expect(formatSpokenSlot(winter)).toBe(`Tuesday, December 1 at ${words}`);
    }
  });

  test('have no own time while it is the same as Pacific time', () => {
    writeTimesFor(() => 'America/Phoenix', { isMessage: true });
    expect(formatTime(winter)).toBe('4:00 PM PT (5:00 PM in Phoenix)');
    expect(formatTime(summer)).toBe('7:05 PM PT');
  });
});
