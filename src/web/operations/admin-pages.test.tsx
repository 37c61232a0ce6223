import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { foundPerson, staffAnswers } from '../testing/fixtures.ts';
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

async function namesInMore(page: Awaited<ReturnType<typeof openPage>>) {
  await page.click('More');
  const items = await screen.findAllByRole('menuitem');
  return items.map(({ textContent }) => textContent);
}

test('the navigation bar shows the admin pages to admins', async () => {
  const answers = { ...staffAnswers, 'GET /api/admin/problems/count': { count: 2 } };
  const page = await openPage('/admin/manual', { user: userOf('admin'), answers });
  expect(await screen.findByRole('link', { name: 'Problems (2)' })).toBeTruthy();
  expect(await namesInMore(page)).toEqual(expect.arrayContaining(['Staff', 'Setup', 'Manual']));
});

test('the navigation bar hides the admin pages from teachers', async () => {
  const page = await openPage('/admin', { user: userOf('teacher'), answers: staffAnswers });
  expect(await namesInMore(page)).toEqual(['Past classes', 'Alumni page']);
  expect(screen.queryByRole('link', { name: /Problems|Journey/ })).toBeNull();
});

test('/ moves to the search box, and Enter opens the first person found', async () => {
  const page = await openPage('/admin', {
    user: userOf('teacher'),
    answers: {
      ...staffAnswers,
      'GET /api/admin/people': [foundPerson(7, { firstName: 'Tomás', lastName: 'Ibarra' })],
    },
  });
  const box = await screen.findByRole('combobox', { name: 'Find a person' });
  await page.press('/tomas');
  expect(document.activeElement).toBe(box);
  expect((box as HTMLInputElement).value).toBe('tomas');
  await screen.findByRole('option', { name: /Tomás Ibarra/ });
  await page.press('{Enter}');
  await page.isAt('/admin/people/7');
});

test('a new school sees its first steps and which ones are done', async () => {
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
  await page.sees('We couldn’t load the checks');
  await page.click('Try Again');
  await page.sees('Everything looks good');
});

test('a check shows its state and links to its chapter of the manual', async () => {
  const page = await openSetup({ 'GET /api/admin/setup': [check('warning')] });
  await page.sees('Warning');
  await page.sees('0 problems, 1 warning');
  const link = screen.getByRole('link', { name: 'Manual: Zoom' });
  expect(link.getAttribute('href')).toBe('/admin/manual#4-zoom');
});

test('a newer version links to its page, in a new tab', async () => {
  const link = 'https://portal.example/new';
  await openSetup({ 'GET /api/admin/setup': [{ ...check('warning'), link }] });
  const found = await screen.findByRole('link', { name: 'See What’s New' });
  expect([found.getAttribute('href'), found.getAttribute('rel')]).toEqual([
    link,
    'noopener noreferrer',
  ]);
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
  await page.sees('1 problem, 0 warnings');
});

test('a test email that fails shows the error', async () => {
  const page = await openSetup({
    'GET /api/admin/setup': [],
    'POST /api/admin/setup/test-mail': new Refusal(429, 'Please wait a minute.'),
  });
  await page.click('Send Test Email');
  await page.sees('Please wait a minute.');
});
