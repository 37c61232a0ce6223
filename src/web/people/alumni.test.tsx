import { fireEvent, screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { alumniPage, alumniRow } from '../testing/fixtures.ts';
import { hold, openPage, refuseClipboard, userOf } from '../testing/open-page.tsx';

const openAlumni = (answers: Answers = {}) =>
  openPage('/admin?tab=alumni', {
    user: userOf('admin'),
    answers: { 'GET /api/alumni': alumniPage([alumniRow(1)]), ...answers },
  });

test('the rows stay until the next page has loaded', async () => {
  const { answer, letGo } = hold(() => alumniPage([alumniRow(2, { firstName: 'Berta' })], 2, 2));
  const page = await openAlumni({
    'GET /api/alumni': ({ query }) =>
      query.page === '2' ? answer() : alumniPage([alumniRow(1)], 1, 2),
  });
  await page.click('Next');
  await page.sees('Page 2 of 2');
  await page.sees('Aiko');
  letGo();
  await page.sees('Berta');
  page.seesNot('Aiko');
});

test('a search calls the server once, and an empty result says so', async () => {
  const page = await openAlumni({
    'GET /api/alumni': ({ query }) => alumniPage(query.search ? [] : [alumniRow(1)]),
  });
  await page.sees('Aiko');
  const box = screen.getByPlaceholderText('Search by name & email');
  for (const value of ['z', 'zo', 'zoe']) fireEvent.change(box, { target: { value } });
  await page.sees('No alumni found');
  const searches = page.calls('GET /api/alumni').flatMap(({ query }) => query.search || []);
  expect(searches).toEqual(['zoe']);
});

test('alumni that fail to load can be retried', async () => {
  let asked = 0;
  const page = await openAlumni({
    'GET /api/alumni': () =>
      asked++ === 0 ? new Refusal(503, 'Away.') : alumniPage([alumniRow(1)]),
  });
  await page.sees('Away.');
  await page.click('Try Again');
  await page.sees('Aiko');
});

test('Add Alumni has no transfer checkbox, and says what failed', async () => {
  const page = await openAlumni({ 'POST /api/admin/users': new Refusal(500, '') });
  await page.click('Add Alumni');
  await screen.findByRole('dialog', { name: 'Add New Alumni' });
  expect(screen.queryByLabelText('Transfer student')).toBeNull();
  await page.type('Email', 'abel@example.org');
  await page.type('First Name', 'Abel');
  await page.type('Last Name', 'Aaronson');
  await page.click(/^Start Date, /);
  const [day] = await screen.findAllByRole('button', { name: /Nov 20, 2026/ });
  await page.mouse.click(day as HTMLElement);
  await page.click('Create Alumni');
  await page.sees('Failed to create alumni');
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Abel');
});

test('Edit Alumni keeps the input if the server rejects it', async () => {
  const inUse = 'This email address is already in use by Marcus Bell.';
  const page = await openAlumni({
    'PATCH /api/admin/alumni/:id': new Refusal(409, inUse, { field: 'email' }),
  });
  await page.click(/^aiko/);
  await screen.findByRole('dialog', { name: 'Edit Alumni' });
  await page.type('Email', 'marcus@example.org');
  await page.click('Update Alumni');
  await page.sees(inUse);
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('marcus@example.org');
});

test('a login link that the browser cannot copy is shown in a dialog', async () => {
  const page = await openAlumni({
    'POST /api/admin/people/:id/login-link': { loginLink: '/verify?token=awake' },
  });
  refuseClipboard();
  await page.click('Copy Link for Aiko Tanaka');
  await screen.findByRole('dialog', { name: 'Copy the Link Yourself' });
  const link = screen.getByLabelText<HTMLInputElement>('Login link').value;
  expect(link).toBe(`${window.location.origin}/verify?token=awake`);
});

const openList = (path: string, answers: Answers) =>
  openPage(path, { user: userOf('admin'), answers });

const finished = (id: number, firstName: string, upcoming = 0) => ({
  id,
  firstName,
  lastName: 'Okafor',
  email: `${firstName.toLowerCase()}@example.org`,
  finishedAt: '2026-11-02T18:00:00.000Z',
  upcoming,
});
const twoFinished = { students: [finished(1, 'Grace', 1), finished(2, 'Ben')], total: 2 };

test('finished students become alumni together, except those unchecked', async () => {
  const page = await openList('/admin/make-alumni', {
    'GET /api/admin/finished-students': twoFinished,
    'POST /api/admin/make-alumni': {
      made: 1,
      skipped: [{ id: 3, name: 'Tom Ode', reason: 'they are deactivated' }],
    },
  });
  await page.sees('2 of 2 selected');
  await page.click('Ben Okafor', 'checkbox');
  await page.click('Make 1 person Alumni');
  await page.sees(/They have upcoming classes, which we’ll remove from their schedule\.$/);
  await page.click('Make Alumni');
  await page.sees('1 person is now an alum');
  await page.sees('Not changed: Tom Ode, because they are deactivated.');
  expect(page.changes()).toMatchObject([{ body: { ids: [1] } }]);
});

test('Make Alumni shows why the server refused', async () => {
  const page = await openList('/admin/make-alumni', {
    'GET /api/admin/finished-students': twoFinished,
    'POST /api/admin/make-alumni': new Refusal(500, ''),
  });
  await page.click('Make 2 people Alumni');
  await page.click('Make Alumni');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'We couldn’t make them alumni. Please try again.',
  );
});

test('without finished students the page says when they will appear', async () => {
  const page = await openList('/admin/make-alumni', {
    'GET /api/admin/finished-students': { students: [], total: 0 },
  });
  await page.sees('No one is ready to become an alum');
});

const onePage = { page: 1, totalPages: 1, total: 1 };

test('deactivated people link to their pages', async () => {
  const page = await openList('/admin/deactivated', {
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
  await page.sees('1 deactivated');
});

test('the list of deactivated people can be empty, and can be retried', async () => {
  let asked = 0;
  const page = await openList('/admin/deactivated', {
    'GET /api/admin/deactivated': () =>
      asked++ === 0
        ? new Refusal(503, 'Away.')
        : { data: [], pagination: { ...onePage, total: 0 } },
  });
  await page.sees('Away.');
  await page.click('Try Again');
  await page.sees('No deactivated people found');
});
