import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const open = (path: string, answers: Answers) => openPage(path, { user: userOf('admin'), answers });

const finished = (id: number, firstName: string, upcoming = 0) => ({
  id,
  firstName,
  lastName: 'Okafor',
  email: `${firstName.toLowerCase()}@example.org`,
  finishedAt: '2026-11-02T18:00:00.000Z',
  upcoming,
});
const twoFinished = { students: [finished(1, 'Grace', 1), finished(2, 'Ben')], total: 2 };

test('finished students are made alumni together, without those who are left out', async () => {
  const page = await open('/admin/make-alumni', {
    'GET /api/admin/finished-students': twoFinished,
    'POST /api/admin/make-alumni': {
      made: 1,
      skipped: [{ id: 3, name: 'Tom Ode', reason: 'they are deactivated' }],
    },
  });
  await page.sees('2 of 2 chosen');
  await page.click('Ben Okafor', 'checkbox');
  await page.click('Make 1 person Alumni');
  await page.sees(/1 of them has classes to come, which are given back\.$/);
  await page.click('Make Alumni');
  await page.sees('1 person is alumni now');
  await page.sees('Left as they are: Tom Ode, because they are deactivated.');
  expect(page.changes()).toMatchObject([{ body: { ids: [1] } }]);
});

test('what the server refuses is said before anybody is made an alumnus', async () => {
  const page = await open('/admin/make-alumni', {
    'GET /api/admin/finished-students': twoFinished,
    'POST /api/admin/make-alumni': new Refusal(500, ''),
  });
  await page.click('Make 2 people Alumni');
  await page.click('Make Alumni');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'They could not be made alumni. Please try again.',
  );
});

test('with nobody to be made alumni, the page says when somebody will be there', async () => {
  const page = await open('/admin/make-alumni', {
    'GET /api/admin/finished-students': { students: [], total: 0 },
  });
  await page.sees('Nobody is waiting to be made alumni');
});

const onePage = { page: 1, totalPages: 1, total: 1 };

test('deactivated people link to their pages', async () => {
  const page = await open('/admin/deactivated', {
    'GET /api/admin/deactivated': {
      data: [
        {
          id: 5,
          firstName: 'Priya',
          lastName: 'Raman',
          email: 'priya@example.org',
          role: 'student',
          deactivatedAt: '2026-11-10T18:00:00.000Z',
        },
      ],
      pagination: onePage,
    },
  });
  const link = await screen.findByRole('link', { name: 'Priya Raman' });
  expect(link.getAttribute('href')).toBe('/admin/people/5');
  await page.sees('1 person');
});

test('a list without deactivated people says so, and one that fails is asked for again', async () => {
  let asked = 0;
  const page = await open('/admin/deactivated', {
    'GET /api/admin/deactivated': () =>
      asked++ === 0
        ? new Refusal(503, 'Away.')
        : { data: [], pagination: { ...onePage, total: 0 } },
  });
  await page.sees('Away.');
  await page.click('Try again');
  await page.sees('Nobody is deactivated');
});
