import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';
import { alumniPage, alumniRow } from '../testing/people-fixtures.ts';

const openAlumni = (answers: Answers = {}) =>
  openPage('/admin?tab=alumni', {
    user: userOf('admin'),
    answers: { 'GET /api/alumni': alumniPage([alumniRow(1)]), ...answers },
  });

test('the rows stay until those of the next page come', async () => {
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

test('a search asks the server once for the words, and says when nobody is found', async () => {
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

test('alumni that cannot be loaded are asked for again', async () => {
  let asked = 0;
  const page = await openAlumni({
    'GET /api/alumni': () =>
      asked++ === 0 ? new Refusal(503, 'Away.') : alumniPage([alumniRow(1)]),
  });
  await page.sees('Away.');
  await page.click('Try again');
  await page.sees('Aiko');
});

test('a new alumnus is not asked what is for students only, and what fails is said', async () => {
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

test('an edited alumnus keeps what was typed where the server refuses it', async () => {
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

test('an alumnus is erased from the dialog that edits them', async () => {
  let isErased = false;
  const page = await openAlumni({
    'GET /api/alumni': () => alumniPage(isErased ? [] : [alumniRow(1)]),
    'POST /api/admin/people/:id/erase': () => {
      isErased = true;
      return { message: '' };
    },
  });
  await page.click(/^aiko/);
  await page.click('Erase…');
  await page.type('Type their email address to confirm', 'aiko@example.org');
  await page.click('Erase');
  await page.sees('Aiko Tanaka has been erased');
  await page.sees('No alumni found');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a login link that cannot be copied is shown to be copied by hand', async () => {
  const page = await openAlumni({
    'POST /api/admin/people/:id/login-link': { loginLink: '/verify?token=awake' },
  });
  const refuse = () => Promise.reject(new Error('Not allowed.'));
  Object.assign(navigator.clipboard, { write: refuse, writeText: refuse });
  Object.assign(document, { execCommand: () => false });
  await page.click('Copy Link of Aiko Tanaka');
  await screen.findByRole('dialog', { name: 'Copy the link by hand' });
  const link = screen.getByLabelText<HTMLInputElement>('Login link').value;
  expect(link).toBe(`${window.location.origin}/verify?token=awake`);
});
