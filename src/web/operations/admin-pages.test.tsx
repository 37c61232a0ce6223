import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { staffAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

test.each([
  '/admin/staff',
  '/admin/import',
  '/admin/problems',
  '/admin/setup',
  '/admin/manual',
  '/admin/audit',
  '/admin/make-alumni',
  '/admin/deactivated',
])('%s is for admins only, and redirects a teacher to the dashboard', async (path) => {
  const page = await openPage(path, { user: userOf('teacher'), answers: staffAnswers });
  await page.isAt('/admin');
  await screen.findByRole('heading', { name: 'Admin Dashboard' });
});

test('the dashboard shows the admin pages to admins', async () => {
  const page = await openPage('/admin', { user: userOf('admin'), answers: staffAnswers });
  for (const name of ['Staff', 'Import and export', 'Setup']) {
    expect(await screen.findByRole('link', { name })).toBeTruthy();
  }
  await page.sees('Admin Dashboard');
});

test('the dashboard hides the admin pages from teachers', async () => {
  const page = await openPage('/admin', { user: userOf('teacher'), answers: staffAnswers });
  await page.sees('Admin Dashboard');
  expect(screen.getAllByRole('tab')).toHaveLength(3);
  for (const name of ['Staff', 'Import and export', 'Setup']) {
    expect(screen.queryByRole('link', { name })).toBeNull();
  }
});

test('a new school finds its first steps, and which are done', async () => {
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: {
      ...staffAnswers,
      'GET /api/admin/first-steps': [
        { step: 'setup', isDone: true },
        { step: 'staff', isDone: false },
      ],
    },
  });
  await page.click('See your first steps', 'link');
  await page.sees('First steps');
  expect(screen.getAllByText('Done')).toHaveLength(1);
  const step = screen.getByRole('link', { name: 'Add your teachers' });
  expect(step.getAttribute('href')).toBe('/admin/staff');
});

type State = 'ok' | 'warning' | 'problem';

const check = (state: State) => ({
  name: 'Clock',
  state,
  sentence: 'It is right.',
  chapter: '4-zoom',
});
const openSetup = (answers: Answers) =>
  openPage('/admin/setup', { user: userOf('admin'), answers });

test('checks that failed to load can be retried', async () => {
  let asked = 0;
  const page = await openSetup({
    'GET /api/admin/setup': () => (asked++ === 0 ? new Refusal(500, '') : [check('ok')]),
  });
  await page.sees('We couldn’t run the checks');
  await page.click('Try Again');
  await page.sees('Everything looks good');
});

test('a check shows its state and links to its chapter of the manual', async () => {
  const page = await openSetup({ 'GET /api/admin/setup': [check('warning')] });
  await page.sees('Warning');
  await page.sees('Problems: 0, warnings: 1');
  const link = screen.getByRole('link', { name: 'Manual: Zoom' });
  expect(link.getAttribute('href')).toBe('/admin/manual#4-zoom');
});

test('Check Again says Checking... and shows new problems', async () => {
  let asked = 0;
  const { answer, letGo } = hold(() => [check('problem')]);
  const page = await openSetup({
    'GET /api/admin/setup': () => (asked++ === 0 ? [check('ok')] : answer()),
  });
  await page.sees('Everything looks good');
  await page.click('Check Again');
  await screen.findByRole('button', { name: 'Checking...' });
  letGo();
  await page.sees('Problems: 1, warnings: 0');
});

test('a test email that fails shows the error', async () => {
  const page = await openSetup({
    'GET /api/admin/setup': [],
    'POST /api/admin/setup/test-mail': new Refusal(429, 'Please wait a minute.'),
  });
  await page.click('Send Test Email');
  await page.sees('Please wait a minute.');
});
