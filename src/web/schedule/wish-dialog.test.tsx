import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { Wish } from '../../contract/schedule-for-students.ts';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';
import { slotAt, weekOf } from '../testing/slots.ts';

const sent: Wish = {
  classNumber: 5,
  days: ['Monday'],
  hours: [],
  comment: 'Not before 5:30 PM',
  sentAt: '2026-11-16T18:00:00.000Z',
};

async function openWish(answers: Answers, opener = 'Nothing fits? Tell us') {
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
  const dialog = await screen.findByRole('dialog', { name: 'Which times would suit you?' });
  return { ...page, dialog };
}

test('an empty wish is refused without asking the server', async () => {
  const page = await openWish({});
  await page.click('Send');
  await page.sees(/Please choose a day or time, or write a comment/);
  expect(page.changes()).toEqual([]);
});

test('what was typed is kept when it cannot be sent, and shown once it is', async () => {
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
  const thanks = await screen.findByText('Thank you. We will write to you.');
  await waitFor(() => expect(document.activeElement).toBe(thanks));
  expect(page.dialog.textContent).toMatch(/For class 5.*Mondays.*“Not before 5:30 PM”/);
  expect(page.changes().at(-1)?.body).toMatchObject({ classNumber: 5, days: ['Monday'] });
});

test('a wish that was sent can be taken back', async () => {
  const page = await openWish(
    { 'GET /api/class-time-wish': sent, 'DELETE /api/class-time-wish': { message: 'Done.' } },
    'You told us what would suit you',
  );
  await page.click('Take it back');
  await page.sees('Taken back');
  await page.sees('We no longer see what you sent.');
  await screen.findByRole('button', { name: 'Nothing fits? Tell us' });
});
