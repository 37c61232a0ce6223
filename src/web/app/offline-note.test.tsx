import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceTimeZone, writeTimesFor } from '../../course/format-time.ts';
import { studentAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const student = userOf('student', { retreatContinueClicked: true, textContinueClicked: true });
const openSchedule = (now?: Date) =>
  openPage('/schedule', { user: student, answers: studentAnswers, ...(now && { now }) });

// The copy is from Monday, November 16 at 10:00 AM PT: see testing/setup.ts.
const { dataset } = document.documentElement;
beforeEach(() => writeTimesFor(() => 'America/New_York', { isMessage: false }));
afterEach(() => {
  writeTimesFor(deviceTimeZone, { isMessage: false });
  delete dataset.copiedAt;
  vi.restoreAllMocks();
});

test('a copy of the schedule says that the student is offline, and when it was made', async () => {
  dataset.copiedAt = '1';
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const page = await openSchedule();
  await page.sees('You’re offline.');
  await page.sees(/This is your schedule as of 10:00.AM.PT \(1:00.PM.in.New.York\)\./);
});

test('a copy from another day says which', async () => {
  dataset.copiedAt = '1';
  const page = await openSchedule(new Date('2026-11-18T18:00:00Z'));
  await page.sees('We can’t reach the portal right now.');
  await page.sees(/as of Monday, November.16 at.10:00.AM.PT \(1:00.PM.in.New.York\)\./);
});

test('a page from the server has no offline note', async () => {
  const page = await openSchedule();
  await page.sees('Your Course Schedule');
  expect(document.body.textContent).not.toContain('as of');
});
