import { screen, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { staffAnswers, studentRow } from '../testing/fixtures.ts';
import { hold, openPage, refuseClipboard, userOf } from '../testing/open-page.tsx';

const askForLink = 'POST /api/admin/people/:id/login-link';
const link = { loginLink: '/verify?token=live' };
const openStudents = (answers: Answers) =>
  openPage('/admin?tab=students', {
    user: userOf('teacher'),
    answers: { ...staffAnswers, ...answers },
  });
const copyLink = () => screen.findByRole('button', { name: /^Copy Link for Farah/ });

test('a link is requested once and copied with the site’s address', async () => {
  const { answer, letGo } = hold(() => link);
  const page = await openStudents({ [askForLink]: answer });
  await page.mouse.dblClick(await copyLink());
  letGo();
  await page.sees('Copied to clipboard');
  await page.sees('Login link copied to clipboard');
  expect(page.changes()).toHaveLength(1);
});

test('a refused copy shows the reason, and nothing is copied', async () => {
  const page = await openStudents({ [askForLink]: new Refusal(429, 'Too many attempts.') });
  vi.stubGlobal('ClipboardItem', undefined);
  await navigator.clipboard.writeText('before');
  await page.mouse.click(await copyLink());
  await page.sees('Too many attempts.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await navigator.clipboard.readText()).toBe('before');
});

test('a browser without a clipboard shows the link for copying by hand', async () => {
  const page = await openStudents({ [askForLink]: link });
  vi.stubGlobal('ClipboardItem', undefined);
  refuseClipboard();
  await page.mouse.click(await copyLink());
  await page.sees(/We couldn’t copy the login link\. Please copy it yourself\./);
  await screen.findByRole('dialog', { name: 'Copy the Link Yourself' });
  const field = screen.getByLabelText<HTMLInputElement>('Login link');
  expect(field.value).toBe(`${window.location.origin}/verify?token=live`);
  await page.click('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a person without a link shows No active link', async () => {
  const page = await openStudents({ 'GET /api/students': [studentRow(1, { loginLink: null })] });
  await page.sees('No active link');
});
