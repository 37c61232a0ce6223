import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

test('a link without a token is called invalid', async () => {
  const page = await openPage('/verify');
  await page.sees('Invalid verification link');
  await page.isAt('/login');
});

test('while a token is verified the page says so, and then lands by role', async () => {
  const user = userOf('teacher');
  const { answer, letGo } = hold(() => ({ user }));
  const page = await openPage('/verify?token=t', {
    answers: { 'POST /api/auth/verify': answer, 'GET /api/user': user },
  });
  await screen.findByRole('heading', { name: 'Verifying your email' });
  await page.sees('Please wait while we verify your email...');
  letGo();
  await page.sees('Email verified successfully');
  await page.isAt('/admin');
});

test.each([
  ['', 'Invalid or expired token'],
  ['This link was used already.', 'This link was used already.'],
])('a refusal %o is shown, and the login page comes after it', async (message, words) => {
  const page = await openPage('/verify?token=t', {
    answers: { 'POST /api/auth/verify': new Refusal(400, message) },
  });
  await page.sees('Verification failed');
  await page.sees(words);
  await page.isAt('/login', { timeout: 4_000 });
});

test('a browser that did not ask for the link is asked whose account it is', async () => {
  const page = await openPage('/verify?token=t', {
    answers: {
      'POST /api/auth/verify': ({ body }) =>
        (body as { confirmed?: true }).confirmed
          ? { user: userOf('admin') }
          : { confirmAs: 'n•••@example.org', kind: 'asked' },
    },
  });
  await screen.findByRole('heading', { name: /n•••@example\.org/ });
  await page.click('Continue');
  expect(page.changes().at(-1)?.body).toEqual({ token: 't', confirmed: true });
});
