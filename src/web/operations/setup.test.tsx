import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

type State = 'ok' | 'warning' | 'problem';

const check = (state: State) => ({
  name: 'Clock',
  state,
  sentence: 'It is right.',
  chapter: '4-zoom',
});
const openSetup = (answers: Answers) =>
  openPage('/admin/setup', { user: userOf('admin'), answers });

test('checks that could not be loaded are asked for again', async () => {
  let asked = 0;
  const page = await openSetup({
    'GET /api/admin/setup': () => (asked++ === 0 ? new Refusal(500, '') : [check('ok')]),
  });
  await page.sees('The setup could not be checked');
  await page.click('Try again');
  await page.sees('All is as it should be');
});

test('a check has a word for its state and leads to its chapter of the manual', async () => {
  const page = await openSetup({ 'GET /api/admin/setup': [check('warning')] });
  await page.sees('Warning');
  await page.sees('Problems: 0, warnings: 1');
  const link = screen.getByRole('link', { name: 'Manual: Zoom' });
  expect(link.getAttribute('href')).toBe('/admin/manual#4-zoom');
});

test('Check again says Checking... and shows what has broken meanwhile', async () => {
  let asked = 0;
  const { answer, letGo } = hold(() => [check('problem')]);
  const page = await openSetup({
    'GET /api/admin/setup': () => (asked++ === 0 ? [check('ok')] : answer()),
  });
  await page.sees('All is as it should be');
  await page.click('Check again');
  await screen.findByRole('button', { name: 'Checking...' });
  letGo();
  await page.sees('Problems: 1, warnings: 0');
});

test('a test mail that cannot be sent says so', async () => {
  const page = await openSetup({
    'GET /api/admin/setup': [],
    'POST /api/admin/setup/test-mail': new Refusal(429, 'Please wait a minute.'),
  });
  await page.click('Send a test mail');
  await page.sees('Please wait a minute.');
});
