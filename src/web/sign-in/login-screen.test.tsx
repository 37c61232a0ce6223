import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

test('an empty field is refused without asking the server', async () => {
  const page = await openPage('/login', {});
  await page.click('Send Login Link');
  expect(await screen.findByText('Email or phone number is required')).toBeTruthy();
  expect(page.calls()).toEqual([]);
});

test('the server’s own words stand under the field, and what was typed stays', async () => {
  const page = await openPage('/login', {
    answers: { 'POST /api/auth/login': new Refusal(429, 'Too many links. Try again later.') },
  });
  await page.type('Email or Phone', 'nora@example.org');
  await page.click('Send Login Link');
  expect(await screen.findByText('Too many links. Try again later.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Email or Phone').value).toBe('nora@example.org');
});

test('a member of staff who is signed in goes on to the dashboard', async () => {
  const page = await openPage('/login', { user: userOf('teacher') });
  await page.hasAddress('/admin');
});
