import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { offline, Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const field = () => screen.getByLabelText<HTMLInputElement>('Email or Phone');
const sentLink = { message: 'A login link is on its way.', minutes: 15 };

test('an empty field is rejected without calling the server', async () => {
  const page = await openPage('/login');
  await page.type('Email or Phone', '   ');
  await page.click('Send Login Link');
  await page.sees('Email or phone number is required');
  expect(document.activeElement).toBe(field());
  expect(page.changes()).toEqual([]);
  await page.type('Email or Phone', 'n');
  page.seesNot('Email or phone number is required');
});

test.each([
  [new Refusal(429, 'Too many links. Try again later.'), 'Too many links. Try again later.'],
  [new Refusal(502, ''), 'Login failed. Please try again.'],
  [offline, /couldn’t reach the portal/],
] as const)('a login that fails with %o keeps the input', async (answer, words) => {
  const page = await openPage('/login', { answers: { 'POST /api/auth/login': answer } });
  await page.type('Email or Phone', 'nora@example.org');
  await page.click('Send Login Link');
  await page.sees(words);
  expect(field().value).toBe('nora@example.org');
});

test('a double click requests one link', async () => {
  const { answer, letGo } = hold(() => sentLink);
  const page = await openPage('/login', { answers: { 'POST /api/auth/login': answer } });
  await page.type('Email or Phone', 'nora@example.org');
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Send Login Link' }));
  await screen.findByRole('button', { name: 'Sending...' });
  letGo();
  await page.sees('Login link sent!');
  expect(page.changes()).toHaveLength(1);
});

test('a response without a message still says where to look', async () => {
  const answers = { 'POST /api/auth/login': { ...sentLink, message: '' } };
  const page = await openPage('/login', { answers });
  await page.type('Email or Phone', 'nora@example.org');
  await page.click('Send Login Link');
  await page.sees('Check your email or phone for the login link');
});

test('the help dialog lists what to try, and Escape returns the focus', async () => {
  const page = await openPage('/login');
  await page.click("Didn't receive email with link?");
  const dialog = await screen.findByRole('dialog', { name: 'Need Help Logging In?' });
  expect(dialog.textContent).toMatch(/few minutes.*phone number.*help@quiet-mornings\.test/s);
  await page.press('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe("Didn't receive email with link?");
  });
});

test('Help opens in a new tab', async () => {
  await openPage('/login');
  const help = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Help' });
  expect([help.getAttribute('href'), help.target]).toEqual(['/help', '_blank']);
});

test('signing in with the code opens the page that was requested', async () => {
  const user = userOf('admin');
  let isSignedIn = false;
  const page = await openPage('/admin?tab=alumni', {
    answers: {
      'GET /api/user': () => (isSignedIn ? user : new Refusal(401, 'Please sign in.')),
      'POST /api/auth/login': sentLink,
      'POST /api/auth/code': () => {
        isSignedIn = true;
        return { user };
      },
    },
  });
  await page.isAt('/login');
  await page.type('Email or Phone', 'ada@example.org');
  await page.click('Send Login Link');
  await page.type('Six-digit code', '123 456');
  await page.click('Sign In');
  await page.sees('You’re signed in');
  await page.isAt('/admin?tab=alumni');
  expect(page.changes().map(({ body }) => body)).toEqual([
    { email: 'ada@example.org', redirectTo: '/admin?tab=alumni' },
    { email: 'ada@example.org', code: '123456' },
  ]);
});

test('a code that is incomplete or refused stays in its field', async () => {
  const page = await openPage('/login', {
    answers: {
      'POST /api/auth/login': sentLink,
      'POST /api/auth/code': new Refusal(400, 'You have 4 tries left.'),
    },
  });
  await page.type('Email or Phone', '202 555 0102');
  await page.click('Send Login Link');
  await page.sees('Check your phone');
  await page.sees('(202) 555-0102');
  await page.click('Sign In');
  await page.sees('Please enter the six-digit code');
  await page.type('Six-digit code', '000000');
  await page.click('Sign In');
  await page.sees('You have 4 tries left.');
  const code = screen.getByLabelText<HTMLInputElement>('Six-digit code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(code.value).toBe('000000');
});

test('a link is not sent again within half a minute', async () => {
  const page = await openPage('/login', { answers: { 'POST /api/auth/login': sentLink } });
  await page.type('Email or Phone', 'nora@example.org');
  await page.click('Send Login Link');
  const again = await screen.findByRole('button', { name: 'Send Again' });
  expect(again.textContent).toMatch(/\(\d+ s\)$/);
  await page.mouse.click(again);
  expect(page.changes()).toHaveLength(1);
});

test('after a link is sent, only the code is asked for, and another address can be entered', async () => {
  const page = await openPage('/login', { answers: { 'POST /api/auth/login': sentLink } });
  await page.type('Email or Phone', 'nora@example.org');
  await page.click('Send Login Link');
  const code = await screen.findByLabelText('Six-digit code');
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(screen.queryByLabelText('Email or Phone')).toBeNull();
  await page.click('Use another address');
  expect(document.activeElement).toBe(field());
});
