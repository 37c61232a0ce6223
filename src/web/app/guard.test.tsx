import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { scheduleEntry, studentAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

test.each([
  ['/admin', undefined, '/login'],
  ['/schedule', undefined, '/login'],
  ['/classes', undefined, '/login'],
  ['/account', undefined, '/login'],
  ['/login', userOf('admin'), '/admin'],
  ['/', userOf('teacher'), '/admin'],
  ['/login', userOf('alumni'), '/alumni-text-consent'],
  ['/login', userOf('alumni', { textContinueClicked: true }), '/classes'],
  ['/onboarding', userOf('teacher'), '/admin'],
  ['/schedule', userOf('teacher'), '/admin'],
  ['/class-schedule', userOf('teacher'), '/admin'],
  ['/text-consent', userOf('alumni', { textContinueClicked: true }), '/classes'],
] as const)('%s for %o leads to %s', async (from, user, to) => {
  const page = await openPage(from, user ? { user } : {});
  await page.isAt(to);
});

const finished = { retreatContinueClicked: true, textContinueClicked: true };

test.each([
  ['/admin', userOf('student', finished), '/schedule'],
  ['/classes', userOf('student', finished), '/schedule'],
  ['/alumni-text-consent', userOf('student', finished), '/schedule'],
  ['/onboarding', userOf('student', finished), '/schedule'],
  ['/schedule', userOf('student'), '/retreat-registration'],
  ['/schedule', userOf('student', { retreatContinueClicked: true }), '/text-consent'],
  ['/retreat-registration', userOf('student', { transferStudent: true }), '/text-consent'],
  ['/text-consent', userOf('student'), '/retreat-registration'],
  ['/text-consent', userOf('student', finished), '/schedule'],
] as const)('%s leads %o, who has chosen all classes, to %s', async (from, user, to) => {
  const page = await openPage(from, { user, answers: studentAnswers });
  await page.isAt(to);
});

test('a student who has chosen some classes can finish choosing', async () => {
  const page = await openPage('/schedule', {
    user: userOf('student'),
    answers: { ...studentAnswers, 'GET /api/schedule': [scheduleEntry(6)] },
  });
  await page.sees('Finish choosing your class times');
});

test('a failed logout says so and can be retried', async () => {
  const { answer, letGo } = hold(() => new Refusal(500, 'Away for a moment.'));
  const page = await openPage('/schedule', {
    user: userOf('student', finished),
    answers: { ...studentAnswers, 'POST /api/auth/logout': answer },
  });
  await page.click('Logout');
  await screen.findByRole('button', { name: 'Logging out...' });
  letGo();
  await page.sees('Logout failed');
  await page.sees('Away for a moment.');
  await page.click('Logout');
  expect(page.changes()).toHaveLength(2);
});

test('Help has no account link for signed-out visitors', async () => {
  await openPage('/help');
  await screen.findByRole('button', { name: 'Logout' });
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: 'Your Account' })).toBeNull();
  });
});

test('a spinner shows while the user loads, and a failed load can be retried', async () => {
  const { answer, letGo } = hold(() => new Refusal(500, 'Away for a moment.'));
  let asked = 0;
  const page = await openPage('/schedule', {
    answers: {
      ...studentAnswers,
      'GET /api/user': () => (asked++ === 0 ? answer() : userOf('student', finished)),
    },
  });
  await page.sees('Loading…');
  letGo();
  await page.sees('Away for a moment.');
  await page.click('Try Again');
  await page.sees('Your Course Schedule');
});
