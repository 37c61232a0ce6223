import { expect, test } from 'vitest';
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
