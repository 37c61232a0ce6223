import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const openDashboard = (answers: Answers = {}) =>
  openPage('/admin', { user: userOf('admin'), answers: { ...staffAnswers, ...answers } });
type Dashboard = Awaited<ReturnType<typeof openDashboard>>;

const refused = 'There are students registered for this class. It cannot be deleted.';

async function pickDay(page: Dashboard, day: string) {
  await page.click(/^Date, /);
  const [, cell] = await screen.findAllByRole('button', { name: new RegExp(day) });
  await page.mouse.click(cell ?? screen.getByRole('button', { name: new RegExp(day) }));
}

test('a class without a date is asked for one', async () => {
  const page = await openDashboard();
  await page.click('Add Classes');
  await page.click('Create Class');
  await page.sees('Please select a date');
  expect(page.changes()).toEqual([]);
});

test('Add Classes begins with the defaults of the course', async () => {
  const page = await openDashboard();
  await page.click('Add Classes');
  const value = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;
  await screen.findByLabelText('Time Slot');
  expect(['Time Slot', 'Class Type', 'Instructor'].map(value)).toEqual(['4PM', 'Weekly', 'none']);
  const options = within(screen.getByLabelText('Add Multiple')).getAllByRole('option');
  expect(options).toHaveLength(6);
});

test('an edit that the server refuses is said, and nothing is lost', async () => {
  const page = await openDashboard({
    'PATCH /api/classes/:id': new Refusal(409, 'Two students need it to stay Weekly.'),
  });
  await page.click(/^Edit Class/);
  await page.mouse.selectOptions(await screen.findByLabelText('Class Type'), 'Monthly');
  await page.click('Update Class');
  await page.sees('Two students need it to stay Weekly.');
  expect(screen.getByLabelText<HTMLSelectElement>('Class Type').value).toBe('Monthly');
});

test('an edited class is saved once, says Updating..., and its dialog closes', async () => {
  const { answer, letGo } = hold(() => adminClass(1, { classType: 'Monthly', version: 2 }));
  const page = await openDashboard({ 'PATCH /api/classes/:id': answer });
  await page.click(/^Edit Class/);
  await page.mouse.selectOptions(await screen.findByLabelText('Class Type'), 'Monthly');
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Update Class' }));
  await screen.findByRole('button', { name: 'Updating...' });
  letGo();
  await page.sees('Class updated successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.changes()).toMatchObject([
    { params: { id: '1' }, body: { classType: 'Monthly', timeSlot: '10AM' } },
  ]);
});

test.each([
  ['the count says so', { count: 2 }, new Refusal(500, 'Not asked.')],
  ['the server says so', { count: 0 }, new Refusal(409, refused)],
])('a class with students is not deleted: %s', async (_who, count, deletion) => {
  const page = await openDashboard({
    'GET /api/classes/:id/registrations/count': count,
    'DELETE /api/classes/:id': deletion,
  });
  await page.click(/^Edit Class/);
  await page.click(/^Delete/);
  const sure = await screen.findByRole('dialog', {
    name: 'Are you sure you want to delete this class?',
  });
  const confirm = within(sure).getByRole<HTMLButtonElement>('button', { name: /^Delete/ });
  await page.mouse.click(confirm);
  expect((await within(sure).findByRole('alert')).textContent).toBe(refused);
  expect(confirm.disabled || confirm.getAttribute('aria-disabled') === 'true').toBe(true);
});

test('an empty class is deleted once that is confirmed', async () => {
  const page = await openDashboard({
    'GET /api/classes/:id/registrations/count': { count: 0 },
    'DELETE /api/classes/:id': { message: 'Class deleted successfully' },
  });
  await page.click(/^Edit Class/);
  await page.click(/^Delete/);
  const sure = await screen.findByRole('dialog', { name: /^Are you sure/ });
  await page.mouse.click(within(sure).getByRole('button', { name: /^Delete/ }));
  await page.sees('Class deleted successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('classes that cannot be loaded are asked for again, and an empty list says so', async () => {
  let asked = 0;
  const page = await openDashboard({
    'GET /api/classes/all': () => (asked++ === 0 ? new Refusal(503, 'Away.') : []),
  });
  await page.sees('Away.');
  await page.click('Try again');
  await page.sees('No classes found');
});

test('a day is picked in the calendar and shown before the class is made', async () => {
  const page = await openDashboard();
  await page.click('Add Classes');
  await pickDay(page, 'Nov 20, 2026');
  await page.sees(/Fri, Nov 20, 2026/);
});
