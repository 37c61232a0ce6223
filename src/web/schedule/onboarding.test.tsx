import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, offline, Refusal } from '../testing/fake-api.ts';
import { scheduleEntry, slotAt, weekOf } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const monday = slotAt(1, '2026-11-16T20:00:00.000Z');
const tuesday = slotAt(2, '2026-11-17T20:00:00.000Z');
const mondayAfter = slotAt(3, '2026-11-23T20:00:00.000Z');
const classFive = scheduleEntry(5, {
  class: { ...scheduleEntry(5).class, startTime: monday.startTime },
});

const offer = (nextClassNumber: number, ...classes: (typeof monday)[]) => ({
  ...weekOf(classes),
  nextClassNumber,
});
const weeks: Answers = {
  'GET /api/classes/available': ({ query }) =>
    query.weekOffset === '0' ? offer(5, monday, tuesday) : offer(5, mondayAfter),
};
const openOnboarding = (answers: Answers = weeks) =>
  openPage('/onboarding', {
    user: userOf('student'),
    answers: { 'GET /api/schedule': [], 'GET /api/class-time-wish': null, ...answers },
  });
const button = (name: RegExp | string) => screen.findByRole<HTMLButtonElement>('button', { name });
const week = (days: RegExp) => screen.findByRole('heading', { name: days });
const title = () => screen.getByRole('heading', { level: 1 });

test('a slot has day, date, and Pacific time, and Continue appears once one is chosen', async () => {
  const page = await openOnboarding();
  await button(/^Select Time, Tuesday, November 17 at 12:00 PM PT/);
  expect(title().textContent).toBe('Select Time for Class 5');
  expect(screen.getAllByRole('listitem')[0]?.textContent).toMatch(
    /^MondayNovember 16 at 12:00.PM.PT/,
  );
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  await page.click(/^Select Time, Monday/);
  await button(/^Selected, Monday/);
  await button('Continue');
});

test('a full time is shown but cannot be chosen, and one that fills up is no longer chosen', async () => {
  const full = { placesLeft: 0, isFull: true };
  let isMondayFull = false;
  const page = await openOnboarding({
    'GET /api/classes/available': () =>
      offer(5, { ...monday, placesLeft: 1, ...(isMondayFull && full) }, { ...tuesday, ...full }),
    'POST /api/register/class/:classId': () => {
      isMondayFull = true;
      return new Refusal(409, 'This class is full. Please choose another time.');
    },
  });
  await page.sees('Full');
  expect(screen.queryByRole('button', { name: /^Select Time, Tuesday/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  await page.sees('1 place left');
  await page.click(/^Select Time, Monday/);
  await page.click('Continue');
  await button(/^Join Waiting List, Monday/);
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(
    screen.getAllByText('All times this week are full. Please try another week.'),
  ).toHaveLength(2);
});

test('a chosen time stays chosen while other weeks are shown', async () => {
  const page = await openOnboarding();
  await page.click(/^Select Time, Monday/);
  expect((await button(/^Earlier Week/)).disabled).toBe(true);
  await page.click(/^Later Week/);
  const shown = await week(/November 22 – November 28/);
  await waitFor(() => expect(document.activeElement).toBe(shown));
  await page.sees('Monday, November 16 at 12:00 PM PT');
  await page.click(/^Earlier Week/);
  await week(/November 15 – November 21/);
  await button(/^Selected, Monday, November 16/);
  expect((await button(/^Earlier Week/)).disabled).toBe(true);
});

test('the last class stays on the page until the next one’s times have loaded', async () => {
  const next = hold(() => offer(6, mondayAfter));
  let isSaved = false;
  const page = await openOnboarding({
    'GET /api/classes/available': () => (isSaved ? next.answer() : offer(5, monday)),
    'POST /api/register/class/:classId': () => {
      isSaved = true;
      return classFive;
    },
  });
  await page.click(/^Select Time, Monday/);
  await page.mouse.dblClick(await button('Continue'));
  await page.sees('Class time selected successfully');
  expect(title().textContent).toBe('Select Time for Class 5');
  expect((await button('Continue')).getAttribute('aria-disabled')).toBe('true');
  next.letGo();
  await page.sees('Select Time for Class 6');
  await waitFor(() => expect(document.activeElement).toBe(title()));
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(page.changes()).toHaveLength(1);
});

test('an outdated choice shows the reason, and the page continues with the next class', async () => {
  let isOvertaken = false;
  const page = await openOnboarding({
    'GET /api/classes/available': () =>
      isOvertaken ? offer(6, mondayAfter) : offer(5, monday, tuesday),
    'POST /api/register/class/:classId': () => {
      isOvertaken = true;
      return new Refusal(409, 'Now pick a time for Class 6.');
    },
  });
  await page.click(/^Select Time, Monday/);
  await page.click('Continue');
  await page.sees('Registration Failed');
  await page.sees('Now pick a time for Class 6.');
  await page.sees('Select Time for Class 6');
  await waitFor(() => expect(document.activeElement).toBe(title()));
});

test('class times that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openOnboarding({
    'GET /api/classes/available': () =>
      asked++ === 0 ? new Refusal(503, 'Away for a moment.') : offer(5, monday),
  });
  await page.sees('Failed to fetch available classes');
  await page.sees('Away for a moment.');
  page.seesNot('None of these times work? Try a different week.');
  await page.click('Try Again');
  await button(/^Select Time, Monday/);
});

test('a week that failed to load appears once the connection is back', async () => {
  let isConnected = true;
  const page = await openOnboarding({
    'GET /api/classes/available': ({ query }) => {
      if (query.weekOffset === '0') return offer(5, monday);
      return isConnected ? offer(5, mondayAfter) : offline;
    },
  });
  await button(/^Select Time, Monday/);
  isConnected = false;
  window.dispatchEvent(new Event('offline'));
  await page.click(/^Later Week/);
  await page.sees(/We couldn’t reach the portal\./);
  isConnected = true;
  window.dispatchEvent(new Event('online'));
  await button(/^Select Time, Monday, November 23/);
});

test('a choice made without a connection is kept', async () => {
  const page = await openOnboarding({
    ...weeks,
    'POST /api/register/class/:classId': offline,
  });
  await page.click(/^Select Time, Monday/);
  await page.click('Continue');
  await page.sees('Registration Failed');
  await page.sees(/We couldn’t reach the portal\./);
  await button(/^Selected, Monday/);
  await page.click('Continue');
  expect(page.changes()).toHaveLength(2);
});
