import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { alumniPage, alumniRow, staffAnswers, studentRow } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';

const openStudents = (answers: Answers = {}) =>
  openPage('/admin?tab=students', {
    user: userOf('admin'),
    answers: { ...staffAnswers, ...answers },
  });

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('a new student needs all required fields', async () => {
  const page = await openStudents();
  await page.click('Add Student');
  await page.type('Email', 'ada at home');
  await page.click('Create Student');
  await page.sees('Please enter a valid email address');
  await page.sees('First name is required');
  await page.sees('Last name is required');
  await page.sees('Please select a start date');
  expect(page.changes()).toEqual([]);
});

async function fillNewStudent(page: Awaited<ReturnType<typeof openStudents>>) {
  await page.click('Add Student');
  await page.type('Email', 'ada@example.org');
  await page.type('First Name', 'Ada');
  await page.type('Last Name', 'Byron');
  await page.click(/^Start Date, /);
  const [day] = await screen.findAllByRole('button', { name: /Nov 20, 2026/ });
  await page.mouse.click(day as HTMLElement);
}

test('a new student is created once, says Creating..., and appears in the list', async () => {
  const student = studentRow(2, { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' });
  const user = { id: 2, firstName: 'Ada', lastName: 'Byron' };
  const created = 'Student Ada Byron has been created successfully';
  const { answer, letGo } = hold(() => ({ status: 'success', user, message: created, student }));
  const page = await openStudents({ 'POST /api/admin/users': answer });
  await fillNewStudent(page);
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Create Student' }));
  await screen.findByRole('button', { name: 'Creating...' });
  letGo();
  await page.sees(created);
  await screen.findByRole('button', { name: /^ada/ });
  expect(page.changes()).toMatchObject([{ body: { startDate: '2026-11-20', role: 'student' } }]);
});

test('a phone number in use shows an error at its field, and the input is kept', async () => {
  const inUse = 'This phone number is already in use by Amara Osei, an admin.';
  const page = await openStudents({
    'POST /api/admin/users': new Refusal(409, inUse, { field: 'phoneNumber' }),
  });
  await fillNewStudent(page);
  await page.type(/^Phone/, '202-555-0100');
  await page.click('Create Student');
  await page.sees(inUse);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Phone/));
  expect(value('First Name')).toBe('Ada');
});

test('a new student that fails without a message shows a fallback', async () => {
  const page = await openStudents({ 'POST /api/admin/users': new Refusal(500, '') });
  await fillNewStudent(page);
  await page.click('Create Student');
  await page.sees('Failed to create student');
  expect(value('Email')).toBe('ada@example.org');
});

test('an edited student is saved once, says Updating..., and its dialog closes', async () => {
  const student = studentRow(1, { firstName: 'Fay', version: 2 });
  const { answer, letGo } = hold(() => ({ accountReset: false, daysDifference: 0, student }));
  const page = await openStudents({ 'PATCH /api/admin/students/:id': answer });
  await page.click(/^farah/);
  await page.type('First Name', 'Fay');
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Update Student' }));
  await screen.findByRole('button', { name: 'Updating...' });
  letGo();
  await page.sees('Student information updated successfully.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.changes()).toMatchObject([{ body: { firstName: 'Fay', textConsent: true } }]);
});

test('invalid fields in an edit show the form’s error messages', async () => {
  const page = await openStudents();
  await page.click(/^farah/);
  await page.type('Email', 'nothing');
  await page.mouse.clear(screen.getByLabelText('First Name'));
  await page.click('Update Student');
  await page.sees('Valid email is required');
  await page.sees('First name is required');
  expect(page.changes()).toEqual([]);
});

test('an email in use shows an error at its field, and the input is kept', async () => {
  const inUse = 'This email address is already in use by Aiko Tanaka.';
  const page = await openStudents({
    'PATCH /api/admin/students/:id': new Refusal(409, inUse, { field: 'email' }),
  });
  await page.click(/^farah/);
  await page.type('Email', 'aiko@example.org');
  await page.type('First Name', 'Fay');
  await page.click('Update Student');
  await page.sees(inUse);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect([value('Email'), value('First Name')]).toEqual(['aiko@example.org', 'Fay']);
});

test('an edit that fails without a message shows a fallback', async () => {
  const page = await openStudents({ 'PATCH /api/admin/students/:id': new Refusal(500, '') });
  await page.click(/^farah/);
  await page.type('First Name', 'Fay');
  await page.click('Update Student');
  await page.sees('Failed to update student information');
});

test('a retreat needs a title and a description, and a server error is shown', async () => {
  const page = await openStudents({
    'GET /api/students': [
      studentRow(1, {
        retreatScheduled: 'Yes',
        retreatDetails: [{ id: 3, title: 'By the sea', description: 'Saturday' }],
      }),
    ],
    'PATCH /api/admin/retreat-registrations/:id': new Refusal(409, 'This retreat is over.'),
  });
  await page.click(/^Yes edit the retreat/);
  const dialog = await screen.findByRole('dialog', { name: 'Edit Retreat' });
  await page.mouse.clear(within(dialog).getByLabelText('Title'));
  await page.mouse.clear(within(dialog).getByLabelText('Description'));
  await page.click('Update Retreat');
  await page.sees('Title is required');
  await page.sees('Description is required');
  await page.type('Title', 'In the hills');
  await page.type('Description', 'Sunday');
  await page.click('Update Retreat');
  await page.sees('This retreat is over.');
  expect(value('Title')).toBe('In the hills');
});

test('a retreat without details opens no dialog and says why', async () => {
  const page = await openStudents({
    'GET /api/students': [studentRow(1, { retreatScheduled: 'Yes' })],
  });
  await page.click(/^Yes/);
  await page.sees('No retreat data available');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('opening the tab again shows what changed in the meantime', async () => {
  let asked = 0;
  const page = await openStudents({
    'GET /api/students': () => [studentRow(1, { firstName: asked++ === 0 ? 'Farah' : 'Fay' })],
    'GET /api/alumni': alumniPage([alumniRow(2)]),
  });
  await page.sees('Farah');
  await page.click('Alumni', 'tab');
  await page.sees('Aiko');
  await page.click('Students', 'tab');
  await page.sees('Fay');
});

test('students that fail to load can be retried, and the list can be empty', async () => {
  let asked = 0;
  const page = await openStudents({
    'GET /api/students': () => (asked++ === 0 ? new Refusal(503, 'Away.') : []),
  });
  await page.sees('Away.');
  await page.click('Try Again');
  await page.sees('No students found');
});
