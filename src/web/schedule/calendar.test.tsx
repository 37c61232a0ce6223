import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { studentAnswers } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const feed = 'https://portal.test/api/calendar/feeds/old.ics';
const renewed = 'https://portal.test/api/calendar/feeds/new.ics';
const openSchedule = (answers: Answers) =>
  openPage('/schedule', {
    user: userOf('student', { retreatContinueClicked: true, textContinueClicked: true }),
    answers: { ...studentAnswers, ...answers },
  });
const address = () => screen.findByLabelText<HTMLInputElement>('Your private calendar address');

test('a calendar address that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openSchedule({
    'GET /api/calendar': () =>
      asked++ === 0 ? new Refusal(503, 'Away for a moment.') : { subscribeUrl: feed },
  });
  await page.sees('Join Class');
  await page.click('Add to Calendar');
  await page.click('Use Another Calendar');
  await page.sees('Away for a moment.');
  await page.click('Try Again');
  expect((await address()).value).toBe(feed);
  const app = screen.getByRole('link', { name: 'Open in Calendar App' });
  expect(app.getAttribute('href')).toBe('webcal://portal.test/api/calendar/feeds/old.ics');
  await page.click('Use Another Calendar');
  expect(screen.queryByLabelText('Your private calendar address')).toBeNull();
});

test('renewing the address needs confirmation and shows an error', async () => {
  let tries = 0;
  const page = await openSchedule({
    'GET /api/calendar': { subscribeUrl: feed },
    'POST /api/calendar/renew': () =>
      tries++ === 0 ? new Refusal(503, 'Away for a moment.') : { subscribeUrl: renewed },
  });
  await page.sees('Join Class');
  await page.click('Add to Calendar');
  await page.click('Use Another Calendar');
  await address();
  await page.click('Replace Address');
  const dialog = await screen.findByRole('dialog', { name: 'Replace your address?' });
  expect(dialog.textContent).toContain('The old address will stop working right away.');
  await page.click('Replace Address');
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Away for a moment.');
  await page.click('Replace Address');
  await page.sees('Address replaced');
  await waitFor(async () => expect((await address()).value).toBe(renewed));
});

test.each([
  ['Google Calendar', `https://calendar.google.com/calendar/r?cid=webcal`],
  ['Outlook', 'https://outlook.live.com/calendar/0/addfromweb?url=https'],
])('%s opens in a tab with the address', async (name, start) => {
  const location = { href: '', replace: (address: string) => (location.href = address) };
  const tab = { document: { title: '', body: { textContent: '' } }, location };
  vi.stubGlobal('open', () => tab);
  const page = await openSchedule({ 'GET /api/calendar': { subscribeUrl: feed } });
  await page.sees('Join Class');
  await page.click('Add to Calendar');
  await page.click(name);
  await waitFor(() => expect(tab.location.href.startsWith(start)).toBe(true));
  expect(decodeURIComponent(tab.location.href)).toContain('portal.test/api/calendar/feeds/old.ics');
});
