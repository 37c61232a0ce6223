import { expect, test } from 'vitest';
import { describeSource, isInRoom, type RecordedAttendance } from './attendance-words.ts';

const startsAt = new Date('2026-11-18T00:00:00Z');
const at = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);
const recordOf = (change: Partial<RecordedAttendance>): RecordedAttendance => ({
  source: 'webhook',
  joinedAt: null,
  leftAt: null,
  recordedAt: at(10),
  ...change,
});
const said = {
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

test('who says it and when they were there', () => {
  const times = { joinedAt: at(2), leftAt: at(58) };
  expect(from({ source: 'report', ...times }, 100)).toBe('Zoom’s report, joined 4:02–4:58 PM PT');
  expect(from(times, 100)).toBe('Seen by Zoom, joined 4:02–4:58 PM PT');
  expect(from({ source: 'report' }, 100)).toBe('Zoom’s report');
  expect(from({ joinedAt: at(2) }, 100)).toBe('Seen by Zoom, joined 4:02 PM PT');
  expect(from({ source: 'import' }, 100)).toBe('Imported');
});

test('somebody in the room is there until it closes', () => {
  expect(from({ joinedAt: at(2) }, 30)).toBe('In the room since 4:02 PM PT');
  expect(isInRoom({ joinedAt: at(2), leftAt: null }, startsAt, at(89))).toBe(true);
  expect(isInRoom({ joinedAt: at(2), leftAt: null }, startsAt, at(90))).toBe(false);
  expect(isInRoom({ joinedAt: at(2), leftAt: at(3) }, startsAt, at(30))).toBe(false);
  expect(isInRoom({ joinedAt: null, leftAt: null }, startsAt, at(30))).toBe(false);
  expect(isInRoom(null, startsAt, at(30))).toBe(false);
});

test('whoever was not seen is said to be so once the class is past', () => {
  expect(from(null, 61)).toBe('Not seen in the room');
  expect(from(null, 60)).toBeUndefined();
});

test('a correction names its author and reason over any record, until it is withdrawn', () => {
  const known = { record: recordOf({ source: 'hand' }), startsAt, isPast: true };
  const describe = (change: object) =>
    describeSource({ ...known, correction: { ...said, ...change } }, at(100));
  expect(describe({})).toEqual({
    from: 'By hand, by Ana Ortiz, “phone was dead”',
    since: 'since November 17 at 5:10 PM PT',
  });
  expect(describe({ guestName: 'iPad' })?.from).toBe(
    'By hand, by Ana Ortiz, “phone was dead”, in the room as “iPad”',
  );
  expect(describe({ status: 'Withdrawn' })).toEqual({
    from: 'Seen by Zoom',
    since: 'since November 17 at 4:10 PM PT',
  });
});
