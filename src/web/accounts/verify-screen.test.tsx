import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

test('a link without a token is called invalid', async () => {
  const page = await openPage('/verify');
  await page.sees('Invalid verification link');
  await page.isAt('/login');
  await page.sees(/Part of the link may be missing\..*open it from the message again/);
  expect(screen.queryByRole('button', { name: 'Send New Link' })).toBeNull();
});

test('the page says that it is verifying, then redirects by role', async () => {
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
])('a refusal %o is shown, followed by the login page', async (message, words) => {
  const page = await openPage('/verify?token=t', {
    answers: { 'POST /api/auth/verify': new Refusal(400, message) },
  });
  await page.sees('Verification failed');
  await page.sees(words);
  await page.isAt('/login', { timeout: 4_000 });
});

test('an expired link can be replaced with one click', async () => {
  let tries = 0;
  const current = { state: 'expired', sendTo: 'n•••@example.org' };
  const page = await openPage('/verify?token=t', {
    answers: {
      'POST /api/auth/verify': new Refusal(400, 'This link has expired.', { current }),
      'POST /api/auth/new-link': () =>
        tries++ === 0 ? new Refusal(500, 'Away for a moment.') : { message: '', minutes: 15 },
    },
  });
  await page.sees(/We can send a new link to n•••@example\.org\./);
  await page.click('Send New Link');
  await page.sees('Away for a moment.');
  await page.click('Send New Link');
  await page.sees('Check your email');
  await screen.findByLabelText('Six-digit code');
});

test.each([
  ['/help?from=mail', '/help?from=mail'],
  // Browsers remove the tab, so this would redirect to another host.
  ['/\t/elsewhere.test', '/admin'],
])('a link whose response names %j leads to %s', async (redirectTo, path) => {
  const user = userOf('teacher');
  const page = await openPage('/verify?token=t', {
    answers: { 'POST /api/auth/verify': { user, redirectTo }, 'GET /api/user': user },
  });
  await page.isAt(path);
});

test('a late response from before signing in signs no one out', async () => {
  const late = hold(() => new Refusal(401, 'Please sign in.'));
  const user = userOf('teacher');
  let asked = 0;
  const page = await openPage('/verify?token=t', {
    answers: {
      'POST /api/auth/verify': { user },
      'GET /api/user': () => (asked++ === 0 ? late.answer() : user),
    },
  });
  await page.isAt('/admin');
  late.letGo();
  await screen.findByRole('tab', { name: 'Students' });
  await page.isAt('/admin');
});

test.each([
  ['asked', 'This link was requested in another browser or on another device.'],
  ['printed', 'Someone at Quiet Mornings created this link for you.'],
] as const)('the page for a link that was %s says “%s”', async (kind, words) => {
  const confirmAs = 'n•••@example.org';
  const page = await openPage('/verify?token=t', {
    answers: { 'POST /api/auth/verify': { confirmAs, kind, signedInAs: 'ada@example.org' } },
  });
  await page.sees(words);
  await page.sees('Press Continue if this account is yours. If it isn’t, close this page.');
  await page.sees(/is signed in on this browser\. If you continue, we’ll sign that account out\./);
});

test('a browser that didn’t request the link asks for confirmation', async () => {
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
