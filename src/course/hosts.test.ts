import { describe, expect, test } from 'vitest';
import { CLASS_DURATION_MS, TIME_SLOTS } from './course.ts';
import { canMoveHost, hostAfterSubstitution, isSameHost, ownHost } from './hosts.ts';
import { classStart } from './pacific-time.ts';

const portalHost = 'Host@school.test';
const startsAt = new Date('2026-12-02T00:00:00Z');
const minutesAhead = (minutes: number) => new Date(startsAt.getTime() - minutes * 60_000);

describe('the host of an instructor’s classes', () => {
  test('is their Zoom user, in lowercase', () => {
    expect(ownHost('Daniel@school.test', portalHost)).toBe('daniel@school.test');
  });

  test('is the portal’s if they have no Zoom user, or the portal’s own', () => {
    expect(ownHost(null, portalHost)).toBeNull();
    expect(ownHost('', portalHost)).toBeNull();
    expect(ownHost('hOST@school.test', portalHost)).toBeNull();
  });

  test('ignores letter case', () => {
    expect(isSameHost('A@x.test', 'a@X.test')).toBe(true);
    expect(isSameHost('a@x.test', 'b@x.test')).toBe(false);
  });
});

describe('moving a meeting to another host', () => {
  test('is possible until an hour before the class', () => {
    expect(canMoveHost(startsAt, minutesAhead(61))).toBe(true);
    expect(canMoveHost(startsAt, minutesAhead(60))).toBe(false);
    expect(canMoveHost(startsAt, minutesAhead(-10))).toBe(false);
  });

  const substitution = {
    host: 'daniel@school.test',
    newInstructorsHost: 'elena@school.test' as string | null,
    keepsHost: false,
    startsAt,
    now: minutesAhead(120),
  };

  test('moves the class to a new instructor’s own Zoom user', () => {
    expect(hostAfterSubstitution(substitution)).toBe('elena@school.test');
    expect(hostAfterSubstitution({ ...substitution, host: null })).toBe('elena@school.test');
  });

  test.each([
    ['the admin wants it to stay', { keepsHost: true }],
    ['the new instructor has no Zoom user', { newInstructorsHost: null }],
    ['the class begins within the hour', { now: minutesAhead(30) }],
  ])('does not happen if %s', (_why, change) => {
    expect(hostAfterSubstitution({ ...substitution, ...change })).toBe('daniel@school.test');
  });
});

test('a class is over when the next time slot begins, so only classes with the same start overlap', () => {
  const starts = TIME_SLOTS.map((slot) => classStart('2026-12-01', slot).getTime());
  const steps = starts.slice(1).map((start, at) => start - (starts[at] ?? 0));
  for (const step of steps) expect(step).toBeGreaterThanOrEqual(CLASS_DURATION_MS);
});
