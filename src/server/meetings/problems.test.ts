import { expect, test } from 'vitest';
import type { Meeting } from '../integrations/meetings/port.ts';
import { newPasscode } from './meeting-plan.ts';
import {
  describeLostRegistrants,
  describeOtherSettings,
  isAboutLostRegistrants,
  isAboutSettings,
  isTooMuchLost,
} from './problems.ts';

const asAsked = { hasWaitingRoom: false, requiresSignIn: false, passcode: 'Kd4-Rm9-Xt' };
const noteOf = (found: Partial<Meeting>) =>
  describeOtherSettings({ ...asAsked, ...found } as Meeting);

test('a meeting with the right settings has no note', () => {
  expect(noteOf({})).toBeNull();
});

test('the note lists the settings that differ', () => {
  const advice =
    'Change this in Zoom (it may be locked for the host or the whole account), then press Retry.';
  expect(noteOf({ hasWaitingRoom: true })).toBe(
    `Zoom didn’t keep the settings we asked for: the waiting room is on (the host has to let everyone in). ${advice}`,
  );
  expect(noteOf({ requiresSignIn: true })).toBe(
    `Zoom didn’t keep the settings we asked for: only people signed in to Zoom can join. ${advice}`,
  );
  expect(noteOf({ hasWaitingRoom: true, passcode: '' })).toContain(
    'the waiting room is on (the host has to let everyone in) and the meeting has no passcode.',
  );
  expect(isAboutSettings(noteOf({ passcode: '' }))).toBe(true);
});

test('a passcode meets every account rule and differs each time', () => {
  const passcodes = Array.from({ length: 50 }, newPasscode);
  for (const passcode of passcodes) {
    expect(passcode).toMatch(/^([A-HJ-NP-Z][a-hjkmnp-z][2-9]-){2}[A-HJ-NP-Z][a-hjkmnp-z]$/);
  }
  expect(new Set(passcodes).size).toBe(50);
});

test.each([
  [3, 3, false],
  [4, 4, true],
  [4, 11, true],
  [4, 12, false],
  [5, 12, true],
  [0, 0, false],
])('%i of %i registrants gone at once: too many is %s', (gone, known, isTooMuch) => {
  expect(isTooMuchLost('registrants', gone, known)).toBe(isTooMuch);
});

test.each([
  [5, 5, false],
  [6, 6, true],
  [6, 400, true],
  [5, 400, false],
])('%i of %i meetings gone at once: too many is %s', (gone, known, isTooMuch) => {
  expect(isTooMuchLost('meetings', gone, known)).toBe(isTooMuch);
});

test('the note about lost registrants is recognized', () => {
  expect(isAboutLostRegistrants(describeLostRegistrants(12, 14))).toBe(true);
  expect(isAboutLostRegistrants('Zoom returned 429: slow down.')).toBe(false);
  expect(isAboutLostRegistrants(null)).toBe(false);
});
