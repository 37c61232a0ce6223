import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const noon = {
  id: 1,
  startTime: '2026-11-16T20:00:00.000Z',
  instructorFirstName: 'Daniel',
  zoomMeetingId: '81234567890',
};
const classes = [
  noon,
  { id: 2, startTime: '2026-11-17T17:00:00.000Z', instructorFirstName: null, zoomMeetingId: null },
];
const joined = { classId: 1, zoomJoinUrl: 'https://zoom.test/w/1?tk=own' };
const openClasses = (answers: Answers = {}, now?: string) =>
  openPage('/classes', {
    user: userOf('alumni', { textContinueClicked: true }),
    ...(now ? { now: new Date(now) } : {}),
    answers: { 'GET /api/alumni/classes': classes, ...answers },
  });
const joinButtons = () => screen.findAllByRole<HTMLButtonElement>('button', { name: /^Join/ });

test('classes are listed in Pacific time, and one without a meeting cannot be joined', async () => {
  const page = await openClasses();
  const buttons = await joinButtons();
  await page.sees('These sessions are for TM meditators. All times shown in Pacific Time (PT).');
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Day',
    'Date',
    'Time',
    'Instructor',
    'Join',
  ]);
  const text = screen.getByRole('table').textContent?.replaceAll('\u00a0', ' ');
  expect(text).toMatch(/MondayNov 16, 202612:00 PM PT.*Daniel/);
  expect(text).toMatch(/TuesdayNov 17, 20269:00 AM PT.*TBA/);
  expect(buttons.map(({ disabled }) => disabled)).toEqual([false, true]);
});

test.each([
  ['2026-11-16T19:59:50Z', 0, 2],
  ['2026-11-16T20:00:01Z', 1, 2],
  ['2026-11-16T20:59:30Z', 1, 2],
  ['2026-11-16T21:00:01Z', 0, 1],
])('at %s %i of %i buttons say Join Now', async (now, urgent, all) => {
  await openClasses({}, now);
  expect(await joinButtons()).toHaveLength(all);
  expect(screen.queryAllByRole('button', { name: /^Join Now/ })).toHaveLength(urgent);
});

test('joining shows the link under the row, where it can be copied', async () => {
  vi.stubGlobal('open', () => null);
  const { answer, letGo } = hold(() => joined);
  const page = await openClasses({ 'POST /api/alumni/classes/:id/join': answer });
  const [first] = await joinButtons();
  if (first) await page.mouse.dblClick(first);
  await screen.findByRole('button', { name: /^Joining/ });
  letGo();
  const table = screen.getByRole('table');
  const link = await within(table).findByRole<HTMLAnchorElement>('link', { name: /zoom\.test/ });
  expect(link.href).toBe(joined.zoomJoinUrl);
  await page.sees(/Your browser blocked the new tab/);
  await page.click('Copy Link');
  await page.sees('Link copied');
  await page.sees('Zoom join link copied to clipboard');
  expect(await navigator.clipboard.readText()).toBe(joined.zoomJoinUrl);
});

test('an open page removes a class that is over by the server’s clock', async () => {
  const now = new Date('2026-11-16T20:10:00Z');
  const both = classes.map((one) => ({ ...one, zoomMeetingId: '81234567890' }));
  vi.stubGlobal('open', () => null);
  const page = await openPage('/classes', {
    user: userOf('alumni', { textContinueClicked: true }),
    now,
    answers: { 'GET /api/alumni/classes': both, 'POST /api/alumni/classes/:id/join': joined },
  });
  const [, second] = await joinButtons();
  now.setTime(Date.parse('2026-11-16T21:00:01Z'));
  if (second) await page.mouse.click(second);
  await waitFor(async () => expect(await joinButtons()).toHaveLength(1));
});

test('the list shows twenty classes at first, and more on request', async () => {
  const page = await openClasses({
    'GET /api/alumni/classes': Array.from({ length: 45 }, (_, id) => ({ ...noon, id })),
  });
  expect(await joinButtons()).toHaveLength(20);
  await page.click('Show More');
  expect(await joinButtons()).toHaveLength(40);
  await page.sees('40 of 45 classes');
});

test('a refused text choice is not saved', async () => {
  let tries = 0;
  const page = await openClasses({
    'POST /api/update-text-consent': () =>
      tries++ === 0
        ? new Refusal(500, 'Away for a moment.')
        : { textConsent: true, textContinueClicked: true },
  });
  const choice = await screen.findByRole('switch', { name: /^Send me text reminders/ });
  await page.mouse.click(choice);
  await page.sees('Away for a moment.');
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('false'));
  await page.mouse.click(choice);
  await page.sees('You will receive text reminders for upcoming events');
  await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'));
});

test.each([
  [new Refusal(409, 'This class is full.'), 'Could not join the class', 'This class is full.'],
  [new Refusal(502, ''), 'Could not join the class', 'Failed to join class'],
  [{ ...joined, zoomJoinUrl: null }, 'Error', 'Could not get join URL for this class.'],
])('a join that fails with %o says “%s” and why', async (reply, title, words) => {
  const close = vi.fn();
  vi.stubGlobal('open', () => ({ document: { title: '', body: {} }, close }));
  const page = await openClasses({ 'POST /api/alumni/classes/:id/join': reply });
  const [first] = await joinButtons();
  if (first) await page.mouse.click(first);
  await page.sees(title);
  await page.sees(words);
  expect(close).toHaveBeenCalledOnce();
  expect(page.changes()).toHaveLength(1);
});

test('a class that turns out to be over disappears from the list', async () => {
  vi.stubGlobal('open', () => null);
  let listed = classes;
  const page = await openClasses({
    'GET /api/alumni/classes': () => listed,
    'POST /api/alumni/classes/:id/join': () => {
      listed = [];
      return new Refusal(409, 'This class is over.');
    },
  });
  const [first] = await joinButtons();
  if (first) await page.mouse.click(first);
  await page.sees('No upcoming classes found');
});

test('loading can be retried, and an empty list says so', async () => {
  let asked = 0;
  const page = await openClasses({
    'GET /api/alumni/classes': () => (asked++ === 0 ? new Refusal(500, 'Away.') : []),
  });
  await page.sees('Away.');
  await page.click('Try Again');
  await page.sees('No upcoming classes found');
  await page.sees('Please check back later for new scheduled classes');
});
