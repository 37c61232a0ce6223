import { expect, test } from 'vitest';
import {
  canCorrect,
  describeSource,
  isInRoom,
  type RecordedAttendance,
  roomClosesAt,
  roomOpensAt,
  shownAttendance,
  wasClassHeld,
} from './attendance-states.ts';

const startsAt = new Date('2026-11-18T00:00:00Z');
const at = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);

test('a room event belongs to the class from half an hour before it until half an hour after it', () => {
  expect(roomOpensAt(startsAt)).toEqual(at(-30));
  expect(roomClosesAt(startsAt)).toEqual(at(90));
});

test('staff can record attendance once the class has begun, and an excuse before that', () => {
  for (const status of ['Present', 'Missed'] as const) {
    expect(canCorrect(status, startsAt, at(-1))).toBe(false);
    expect(canCorrect(status, startsAt, at(0))).toBe(true);
  }
  for (const status of ['Excused', 'Withdrawn'] as const)
    expect(canCorrect(status, startsAt, at(-1))).toBe(true);
});

test('staff see the record, or a miss if there is none once the class is past', () => {
  const place = { startsAt, wasHeld: null, classNumber: 5 };
  expect(shownAttendance({ status: 'Joined' }, place, at(70))).toBe('Joined');
  expect(shownAttendance(null, place, at(60))).toBeNull();
  expect(shownAttendance(null, place, at(61))).toBe('Missed');
});

test('no one misses a class without a registration, or one that was not held', () => {
  const place = { startsAt, wasHeld: true, classNumber: 5 };
  expect(shownAttendance(null, { ...place, classNumber: null }, at(61))).toBeNull();
  expect(shownAttendance(null, { ...place, wasHeld: false }, at(61))).toBeNull();
});

const after = (hours: number) => new Date(startsAt.getTime() + hours * 3_600_000);
const silence = { startsAt, lastSeenAt: null, hasNoReport: true, receivesEvents: true };

test('a meeting with anyone in it from half an hour before the start was held', () => {
  expect(wasClassHeld({ ...silence, lastSeenAt: after(-0.5) }, after(30))).toBe(true);
});

test('a room that was only tried out beforehand was not held', () => {
  expect(wasClassHeld({ ...silence, lastSeenAt: after(-0.6) }, after(3))).toBe(false);
});

test('without an event or report, we know only three hours after the start', () => {
  expect(wasClassHeld(silence, after(2.9))).toBe(null);
  expect(wasClassHeld(silence, after(3))).toBe(false);
});

test('without webhooks, we wait a day for the report', () => {
  const alone = { ...silence, receivesEvents: false };
  expect(wasClassHeld(alone, after(23.9))).toBe(null);
  expect(wasClassHeld(alone, after(24))).toBe(false);
});

test('without a response about the report we never know', () => {
  expect(wasClassHeld({ ...silence, hasNoReport: false }, after(300))).toBe(null);
});

const recordOf = (change: Partial<RecordedAttendance>): RecordedAttendance => ({
  source: 'webhook',
  joinedAt: null,
  leftAt: null,
  recordedAt: at(10),
  ...change,
});
const correction = {
  status: 'Present',
  reason: 'phone was dead',
  by: 'Ana Ortiz',
  at: at(70),
  guestName: null,
} as const;
const from = (change: Partial<RecordedAttendance> | null, now: number) => {
  const record = change && recordOf(change);
  return describeSource({ record, correction: null, startsAt, isPast: now > 60 }, at(now))?.from;
};

test('shows the source and the times a person was there', () => {
  const times = { joinedAt: at(2), leftAt: at(58) };
  expect(from({ source: 'report', ...times }, 100)).toBe('Zoom’s report, joined 4:02–4:58 PM PT');
  expect(from(times, 100)).toBe('Zoom’s live data, joined 4:02–4:58 PM PT');
  expect(from({ source: 'report' }, 100)).toBe('Zoom’s report');
  expect(from({ joinedAt: at(2) }, 100)).toBe('Zoom’s live data, joined 4:02 PM PT');
  expect(from({ source: 'import' }, 100)).toBe('Imported');
});

test('a person in the room counts as there until it closes', () => {
  expect(from({ joinedAt: at(2) }, 30)).toBe('In the room since 4:02 PM PT');
  expect(isInRoom({ joinedAt: at(2), leftAt: null }, startsAt, at(89))).toBe(true);
  expect(isInRoom({ joinedAt: at(2), leftAt: null }, startsAt, at(90))).toBe(false);
  expect(isInRoom({ joinedAt: at(2), leftAt: at(3) }, startsAt, at(30))).toBe(false);
  expect(isInRoom({ joinedAt: null, leftAt: null }, startsAt, at(30))).toBe(false);
  expect(isInRoom(null, startsAt, at(30))).toBe(false);
});

test('a person who was not seen is shown as absent once the class is past', () => {
  expect(from(null, 61)).toBe('We didn’t see them in the room');
  expect(from(null, 60)).toBeUndefined();
});

test('a correction shows its author and reason over any record until it is withdrawn', () => {
  const known = { record: recordOf({ source: 'hand' }), startsAt, isPast: true };
  const describe = (change: object) =>
    describeSource({ ...known, correction: { ...correction, ...change } }, at(100));
  expect(describe({})).toEqual({
    from: 'Set by Ana Ortiz: “phone was dead”',
    since: 'since November 17 at 5:10 PM PT',
  });
  expect(describe({ guestName: 'iPad' })?.from).toBe(
    'Set by Ana Ortiz: “phone was dead”, joined as “iPad”',
  );
  expect(describe({ status: 'Withdrawn' })).toEqual({
    from: 'Zoom’s live data',
    since: 'since November 17 at 4:10 PM PT',
  });
});
