import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers, staffRow } from '../testing/fixtures.ts';
import { openPage, userOf } from '../testing/open-page.tsx';

const own = staffRow(7, { email: 'admin@example.org', firstName: 'Nora', role: 'admin' });

const openStaff = (answers: Answers = {}) =>
  openPage('/admin/staff', {
    user: userOf('admin'),
    answers: { ...staffAnswers, 'GET /api/admin/staff': [own, staffRow(9)], ...answers },
  });

const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const onlyAdmin = 'There’s no other admin. Please make someone else an admin first.';

test('staff that fail to load can be retried', async () => {
  let asked = 0;
  const page = await openStaff({
    'GET /api/admin/staff': () => (asked++ === 0 ? new Refusal(503, 'Away.') : [own]),
  });
  await page.sees('We couldn’t load the staff');
  await page.click('Try Again');
  await page.sees('1 active');
});

test('a new teacher needs a valid email, and a server error shows at its field', async () => {
  const inUse = 'This email address is already in use by Amara Osei, an admin.';
  const page = await openStaff({
    'POST /api/admin/staff': new Refusal(409, inUse, { field: 'email' }),
  });
  await page.click('Add Staff');
  await screen.findByRole('dialog', { name: 'Add Staff' });
  await page.click('Add Staff');
  await page.sees('Please enter a valid email address');
  expect(page.changes()).toEqual([]);
  await page.type('Email', 'grace@school.test');
  await page.type('First Name', 'Grace');
  await page.type('Last Name', 'Hopper');
  await page.type('Zoom user (optional)', 'grace@zoom.test');
  await page.click('Add Staff');
  await page.sees(inUse);
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect([value('First Name'), value('Zoom user (optional)')]).toEqual([
    'Grace',
    'grace@zoom.test',
  ]);
});

test('an alum’s email shows the offer to make them staff, and another email hides it', async () => {
  const current = { id: 3, firstName: 'Aiko', lastName: 'Tanaka', role: 'alumni' };
  const page = await openStaff({
    'POST /api/admin/staff': new Refusal(409, 'In use.', { field: 'email', current }),
    'POST /api/admin/people/:id/make-staff': { message: 'Aiko Tanaka is now staff' },
  });
  await page.click('Add Staff');
  await page.type('Email', 'aiko@example.org');
  await page.type('First Name', 'Aiko');
  await page.type('Last Name', 'Tanaka');
  await page.click('Add Staff');
  await page.sees('Aiko Tanaka is already in the portal as an alum.');
  await page.type('Email', 'other@example.org');
  expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
  await page.type('Email', 'aiko@example.org');
  await page.click('Make Aiko Tanaka Staff');
  await page.sees('Aiko Tanaka is now staff');
  expect(page.calls('POST /api/admin/people/:id/make-staff')).toMatchObject([
    { params: { id: '3' } },
  ]);
});

test('an admin can give a teacher edit rights', async () => {
  const page = await openStaff({
    'PATCH /api/admin/staff/:id': { message: 'Ruth Abara has been updated' },
  });
  await page.click(/^ruth/);
  await page.click(/^Can edit classes/, 'checkbox');
  await page.click('Update Staff');
  await page.sees('Ruth Abara has been updated');
  expect(page.changes()).toMatchObject([{ params: { id: '9' }, body: { canEdit: true } }]);
});

test('changes to a teacher by another admin are listed, and the input is kept', async () => {
  const current = staffRow(9, { lastName: 'Changed', zoomUser: 'ruth@zoom.test', version: 2 });
  const page = await openStaff({
    'PATCH /api/admin/staff/:id': new Refusal(409, 'Somebody was quicker.', { current }),
  });
  await page.click(/^ruth/);
  await page.type('First Name', 'Typed');
  await page.click('Update Staff');
  await page.seesItems(['Last Name is now Changed', 'Zoom user is now ruth@zoom.test']);
  expect(value('First Name')).toBe('Typed');
});

test('an admin who makes themselves a teacher has to confirm, and lands on the dashboard', async () => {
  const page = await openStaff({ 'PATCH /api/admin/staff/:id': { message: 'Updated' } });
  await page.click(/^admin@/);
  await page.mouse.selectOptions(await screen.findByLabelText('Role'), 'Teacher');
  const lent = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Can edit classes/ });
  expect(lent.checked).toBe(false);
  await page.click('Update Staff');
  const question = await screen.findByRole('dialog', { name: 'This is your own account' });
  await within(question).findByText(/^You’ll become a teacher and won’t be an admin anymore\./);
  expect(page.changes()).toEqual([]);
  await page.click('Update');
  await page.isAt('/admin');
});

test('the only admin sees why they cannot become a teacher', async () => {
  const page = await openStaff({ 'PATCH /api/admin/staff/:id': new Refusal(409, onlyAdmin) });
  await page.click(/^admin@/);
  await page.mouse.selectOptions(await screen.findByLabelText('Role'), 'Teacher');
  await page.click('Update Staff');
  await page.click('Update');
  await page.sees(onlyAdmin);
  expect(value('Role')).toBe('teacher');
});

test('the only admin sees why they cannot be deactivated, and cannot retry', async () => {
  const page = await openStaff({
    'POST /api/admin/staff/:id/deactivate': new Refusal(409, onlyAdmin),
  });
  await page.click(/^Deactivate Nora/);
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate your own account?' });
  await page.click('Deactivate');
  expect((await within(dialog).findByRole('alert')).textContent).toBe(onlyAdmin);
  const again = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Deactivate' });
  expect(again.disabled).toBe(true);
});

test('the dialog counts a teacher’s upcoming classes before they are deactivated', async () => {
  const teacher = staffRow(9, { upcomingClasses: 3, roleBeforeStaff: 'alumni' });
  const page = await openStaff({ 'GET /api/admin/staff': [own, teacher] });
  await page.click(/^Deactivate Ruth/);
  await screen.findByLabelText('New instructor for 3 upcoming classes');
  await page.sees(/become an alum again\.$/);
});

test('a deactivated teacher’s classes can go to another active teacher', async () => {
  const daniel = { id: 4, name: 'Daniel Reyes', role: 'teacher' } as const;
  const page = await openStaff({
    'GET /api/admin/staff': [own, staffRow(9, { upcomingClasses: 3 })],
    'GET /api/instructors': [{ ...daniel, id: 9, name: 'Ruth Abara' }, daniel],
    'POST /api/admin/staff/:id/deactivate': { message: 'Ruth Abara is deactivated.' },
  });
  await page.click(/^Deactivate Ruth/);
  const successor = await screen.findByLabelText('New instructor for 3 upcoming classes');
  await within(successor).findByRole('option', { name: 'Daniel Reyes' });
  expect(within(successor).queryByRole('option', { name: 'Ruth Abara' })).toBeNull();
  await page.mouse.selectOptions(successor, 'Daniel Reyes');
  await page.click('Deactivate');
  await page.sees('Ruth Abara is deactivated.');
  expect(page.changes()).toMatchObject([{ params: { id: '9' }, body: { handOverTo: 4 } }]);
});

test('only deactivated staff can be erased, and a refusal is shown', async () => {
  const ended = staffRow(9, { deactivatedAt: '2026-11-10T18:00:00.000Z' });
  const refused = 'They are still the instructor of 2 classes.';
  const page = await openStaff({
    'GET /api/admin/staff': [own, ended],
    'POST /api/admin/people/:id/erase': new Refusal(409, refused),
  });
  await screen.findByRole('button', { name: /^Erase…/ });
  expect(screen.getAllByRole('button', { name: /^Erase…/ })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^ruth/ })).toBeNull();
  await page.click('Erase… Ruth Abara');
  await page.sees(/Which classes they taught/);
  await page.type('Type their email address to confirm', 'ruth@example.org');
  await page.click('Erase');
  await page.sees(refused);
});

test('a failed reactivation is shown', async () => {
  const ended = staffRow(9, { deactivatedAt: '2026-11-10T18:00:00.000Z' });
  const page = await openStaff({
    'GET /api/admin/staff': [own, ended],
    'POST /api/admin/staff/:id/reactivate': new Refusal(500, ''),
  });
  await page.click('Reactivate Ruth Abara');
  await page.sees('We couldn’t reactivate this person. Please try again.');
});

test('a deactivated instructor stays selected in the class dialog', async () => {
  const theirs = adminClass(1, { instructorId: 4, instructorFirstName: 'Daniel' });
  const page = await openPage('/admin', {
    user: userOf('admin'),
    answers: { ...staffAnswers, 'GET /api/classes/all': [theirs] },
  });
  await page.click(/^Edit Class/);
  await screen.findByRole('option', { name: 'Ruth Abara' });
  const instructor = screen.getByLabelText<HTMLSelectElement>('Instructor');
  expect(instructor.selectedOptions[0]?.textContent).toBe('Daniel (deactivated)');
});
