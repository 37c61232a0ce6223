import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { offline, Refusal } from '../testing/fake-api.ts';
import { hold, openPage } from '../testing/open-page.tsx';

const field = () => screen.getByLabelText<HTMLInputElement>('Email or Phone');
const sentLink = { message: 'A login link is on its way.', minutes: 15 };

test('an empty field is refused without asking the server', async () => {
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
  [offline, /could not be reached/],
] as const)('a login that fails with %o keeps what was typed', async (answer, words) => {
  const page = await openPage('/login', { answers: { 'POST /api/auth/login': answer } });
  await page.type('Email or Phone', 'nora@example.org');
  await page.click('Send Login Link');
  await page.sees(words);
  expect(field().value).toBe('nora@example.org');
});

test('a double click asks for one link', async () => {
  const { answer, letGo } = hold(() => sentLink);
  const page = await openPage('/login', { answers: { 'POST /api/auth/login': answer } });
  await page.type('Email or Phone', 'nora@example.org');
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Send Login Link' }));
  await screen.findByRole('button', { name: 'Sending...' });
  letGo();
  await page.sees('Login link sent!');
  expect(page.changes()).toHaveLength(1);
});

test('the help dialog names three ways out, and Escape gives the focus back', async () => {
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
