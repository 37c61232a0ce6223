import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { Wish } from '../../contract/schedule-for-students.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { slotAt, weekOf } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const sent: Wish = {
  classNumber: 5,
  days: ['Monday'],
  hours: [],
  comment: 'Not before 5:30 PM',
  sentAt: '2026-11-16T18:00:00.000Z',
};

async function openWish(answers: Answers, opener = 'No time works? Tell us') {
  const offer = weekOf([slotAt(1, '2026-11-17T20:00:00.000Z')]);
  const page = await openPage('/onboarding', {
    user: userOf('student'),
    answers: {
      'GET /api/schedule': [],
      'GET /api/class-time-wish': null,
      'GET /api/classes/available': { ...offer, nextClassNumber: 5 },
      ...answers,
    },
  });
  await page.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'What times work for you?' });
  return { ...page, dialog };
}

test('an empty request is rejected without calling the server', async () => {
  const page = await openWish({});
  await page.click('Send');
  await page.sees(/Please choose a day or time, or write a comment/);
  expect(page.changes()).toEqual([]);
});

test('a request that fails to send keeps the input, and a sent one is shown', async () => {
  let tries = 0;
  const page = await openWish({
    'POST /api/class-time-wish': () =>
      tries++ === 0 ? new Refusal(429, 'Please try again later.') : sent,
  });
  const monday = await within(page.dialog).findByRole<HTMLInputElement>('checkbox', {
    name: 'Monday',
  });
  await page.mouse.click(monday);
  await page.type('Anything else?', 'Not before 5:30 PM');
  await page.click('Send');
  await page.sees('Please try again later.');
  expect(monday.checked).toBe(true);
  await page.click('Send');
  const thanks = await screen.findByText('Thank you. We’ll write to you soon.');
  await waitFor(() => expect(document.activeElement).toBe(thanks));
  expect(page.dialog.textContent).toMatch(
    /Your request for Class 5.*Mondays.*“Not before 5:30 PM”/,
  );
  expect(page.changes().at(-1)?.body).toMatchObject({ classNumber: 5, days: ['Monday'] });
});

test('a sent request can be withdrawn', async () => {
  const page = await openWish(
    { 'GET /api/class-time-wish': sent, 'DELETE /api/class-time-wish': { message: 'Done.' } },
    'See the times you asked for',
  );
  await page.click('Withdraw Request');
  await page.sees('Request withdrawn');
  await page.sees('You can send a new one anytime.');
  await screen.findByRole('button', { name: 'No time works? Tell us' });
});
