import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { studentAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const saved = { textConsent: true, textContinueClicked: true };

test('the retreat step says Processing... and continues after a second', async () => {
  const user = userOf('student');
  const { answer, letGo } = hold(() => Object.assign(user, { retreatContinueClicked: true }));
  const page = await openPage('/retreat-registration', {
    user,
    answers: { ...studentAnswers, 'POST /api/complete-retreat-info': answer },
  });
  await screen.findByRole('heading', { name: 'Register for a One Day Yoga & Meditation Retreat' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('external retreats website'),
    expect.stringContaining('FIRSTRETREAT'),
    expect.stringContaining('Click Continue'),
  ]);
  await page.click('Continue');
  await screen.findByRole('button', { name: 'Processing...' });
  letGo();
  const letGoAt = performance.now();
  await page.isAt('/text-consent', { timeout: 3_000 });
  expect(performance.now() - letGoAt).toBeGreaterThan(900);
});

test('a failed retreat step says so and can be retried', async () => {
  const page = await openPage('/retreat-registration', {
    user: userOf('student'),
    answers: { ...studentAnswers, 'POST /api/complete-retreat-info': new Refusal(500, 'Away.') },
  });
  await page.click('Continue');
  await page.sees(
    'There was a problem marking the retreat registration as complete. Please try again.',
  );
  await page.click('Continue');
  expect(page.changes()).toHaveLength(2);
});

test('a failed consent keeps its check mark, and saving it leads to the schedule', async () => {
  const user = userOf('student', { retreatContinueClicked: true });
  const { answer, letGo } = hold(() => Object.assign(user, saved));
  let tries = 0;
  const page = await openPage('/text-consent', {
    user,
    answers: {
      ...studentAnswers,
      'POST /api/update-text-consent': () => (tries++ === 0 ? new Refusal(500, 'Away.') : answer()),
    },
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Yes, I want to receive text message reminders',
  });
  expect(box.checked).toBe(false);
  await page.mouse.click(box);
  await page.click('Continue');
  await page.sees('Failed to save your preferences. Please try again.');
  expect(box.checked).toBe(true);
  await page.click('Continue');
  await screen.findByRole('button', { name: 'Saving...' });
  letGo();
  await page.sees('Your text message preferences have been saved.');
  await page.isAt('/schedule');
  await page.sees(/^You’re all set\. See you .+, \w+\.$/);
  expect(page.changes().at(-1)?.body).toEqual({ consent: true, clicked: true });
});

test('a transfer student’s retreat card has no code and says where the price is', async () => {
  const page = await openPage('/schedule', {
    user: userOf('student', { ...saved, transferStudent: true }),
    answers: studentAnswers,
  });
  await page.sees('Schedule Your Retreat');
  await page.sees(/You’ll find the price of each retreat there\./);
  page.seesNot(/FIRSTRETREAT/);
  page.seesNot(/You’re all set/);
});

test.each([
  [true, 'You will receive text reminders for upcoming events'],
  [false, 'You will not receive text reminders'],
])('an alum who answers %s continues to the classes with “%s”', async (consent, text) => {
  const user = userOf('alumni');
  const page = await openPage('/alumni-text-consent', {
    user,
    answers: {
      'POST /api/update-text-consent': () =>
        Object.assign(user, { ...saved, textConsent: consent }),
    },
  });
  const toggle = await screen.findByRole('switch');
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  if (!consent) await page.mouse.click(toggle);
  await page.click('Continue');
  await page.sees(text);
  await page.isAt('/classes');
});

test.each([
  ['Away for a moment.', 'Away for a moment.'],
  ['', 'Failed to update preferences'],
])('alumni preferences refused with “%s” show “%s”', async (message, text) => {
  const page = await openPage('/alumni-text-consent', {
    user: userOf('alumni'),
    answers: { 'POST /api/update-text-consent': new Refusal(500, message) },
  });
  await page.click('Continue');
  await page.sees(text);
});

test('the opt-in page for everyone saves nothing', async () => {
  const page = await openPage('/text-optin');
  await page.click('Continue');
  await page.isAt('/your-schedule');
  expect(page.changes()).toEqual([]);
});
