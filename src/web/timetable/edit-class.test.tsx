import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type Answers, Refusal } from '../testing/fake-api.ts';
import { adminClass, staffAnswers } from '../testing/fixtures.ts';
import { hold, openPage, userOf } from '../testing/open-page.tsx';
import { choose, dayButton, fieldValue, openCalendar } from '../testing/staff-pages.ts';

/** Opens the dialog for the class on Friday the 20th at 10:00 AM PT. */
async function openDialog(answers: Answers = {}, now?: string) {
  const page = await openPage('/admin', {
    user: userOf('admin'),
    ...(now && { now: new Date(now) }),
    answers: {
      ...staffAnswers,
      'PATCH /api/classes/:id': adminClass(1, { version: 2 }),
      ...answers,
    },
  });
  await page.click(/^Edit Class/);
  await screen.findByLabelText('Time Slot');
  return page;
}

const farah = { id: 7, name: 'Farah Haddad', email: 'farah@example.org', classNumber: 5 };
const registrations = [farah, { ...farah, id: 8, name: 'Ben Ode' }];
const withStudents = {
  'GET /api/classes/all': [adminClass(1, { registrationCount: 2, registrations })],
};

test('a refused edit shows the error and keeps the form', async () => {
  const page = await openDialog({
    'PATCH /api/classes/:id': new Refusal(409, 'Two students need this to stay a Weekly class.'),
  });
  await choose(page, 'Class Type', 'Monthly');
  await page.click('Update Class');
  await page.sees('Two students need this to stay a Weekly class.');
  expect(fieldValue('Class Type')).toBe('Monthly');
});

test('an edited class is saved once, says Updating..., and its dialog closes', async () => {
  const { answer, letGo } = hold(() => adminClass(1, { classType: 'Monthly', version: 2 }));
  const page = await openDialog({ 'PATCH /api/classes/:id': answer });
  await choose(page, 'Class Type', 'Monthly');
  await page.mouse.dblClick(screen.getByRole('button', { name: 'Update Class' }));
  await screen.findByRole('button', { name: 'Updating...' });
  letGo();
  await page.sees('Class updated successfully');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.changes()).toMatchObject([
    { params: { id: '1' }, body: { classType: 'Monthly', timeSlot: '10AM' } },
  ]);
});

test('a class’s number of places can be set, and empty means the default', async () => {
  const full = adminClass(1, { places: 20, defaultPlaces: 90, registrationCount: 12 });
  const page = await openDialog({ 'GET /api/classes/all': [full] });
  await page.sees('Leave this empty for the default, 90.');
  const places = screen.getByLabelText('Places');
  await page.mouse.clear(places);
  await page.mouse.type(places, '0');
  await page.click('Update Class');
  await page.sees('Please enter a number from 1 to 1000, or leave this empty.');
  await page.mouse.clear(places);
  await page.click('Update Class');
  await page.sees('Class updated successfully');
  expect(page.changes()).toMatchObject([{ body: { places: null } }]);
});

test('the list shows an edited class without a refetch', async () => {
  const edited = adminClass(1, { startTime: '2026-11-20T19:00:00.000Z', timeSlot: '11AM' });
  const page = await openDialog({ 'PATCH /api/classes/:id': edited });
  await choose(page, 'Time Slot', '11AM');
  await page.click('Update Class');
  await page.sees('Class updated successfully');
  await page.sees(/^11:00\sAM\sPT$/);
  expect(page.calls('GET /api/classes/all')).toHaveLength(1);
});

test('a class can be moved to any day from today to a year from now', async () => {
  const page = await openDialog();
  await openCalendar(page, 'Date');
  expect(dayButton('Nov 15, 2026').disabled).toBe(true);
  expect(dayButton('Nov 16, 2026').disabled).toBe(false);
  await page.mouse.selectOptions(screen.getByRole('combobox', { name: /Year/ }), '2027');
  expect(dayButton('Nov 16, 2027').disabled).toBe(false);
  expect(dayButton('Nov 17, 2027').disabled).toBe(true);
});

test('a new instructor can leave the meeting with its host', async () => {
  const page = await openDialog();
  await choose(page, 'Instructor', 'Ruth Abara');
  await page.mouse.click(
    await screen.findByLabelText('Keep the meeting with its current Zoom host'),
  );
  await page.click('Update Class');
  await page.sees('Class updated successfully');
  expect(page.changes()).toMatchObject([
    { body: { instructorId: 9, keepHost: true, notifyStudents: false } },
  ]);
});

test('a class cannot be moved to a past time', async () => {
  const page = await openDialog({}, '2026-11-20T16:10:00Z');
  await choose(page, 'Time Slot', '8AM');
  await page.sees('This time has passed. Please choose a later one.');
  await page.click('Update Class');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Time Slot')));
  expect(page.changes()).toEqual([]);
});

test('a new time shows which students will be notified, before it is saved', async () => {
  const page = await openDialog(withStudents);
  page.seesNot('We’ll notify 2 students of the new time');
  await choose(page, 'Time Slot', '6PM');
  await page.sees('We’ll notify 2 students of the new time');
  await page.sees('Farah Haddad · Class 5');
  await page.click('Update Class');
  await page.sees('Class updated successfully');
  expect(page.changes()).toMatchObject([{ query: {}, body: { timeSlot: '6PM' } }]);
});

test('a start within 15 minutes shows a warning and changes the button', async () => {
  const atSix = { startTime: '2026-11-21T02:00:00.000Z', timeSlot: '6PM' };
  const page = await openDialog(
    { 'GET /api/classes/all': [adminClass(1, atSix)] },
    '2026-11-20T21:50:00Z',
  );
  await choose(page, 'Time Slot', '2PM');
  await page.sees(/^The class would start within 15 minutes\./);
  await page.click('Move Anyway');
  await page.sees('Class updated successfully');
  expect(page.changes()).toMatchObject([{ query: { shortNotice: 'confirmed' } }]);
});

test('Escape closes the calendar first, then asks before discarding changes', async () => {
  const page = await openDialog();
  await choose(page, 'Time Slot', '11AM');
  await openCalendar(page, 'Date');
  await screen.findByRole('grid');
  await page.press('{Escape}');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  await page.press('{Escape}');
  await page.sees('Discard your changes?');
  await page.click('Keep Editing');
  await waitFor(() => page.seesNot('Discard your changes?'));
  expect(fieldValue('Time Slot')).toBe('11AM');
  await page.press('{Escape}');
  await page.click('Discard');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.changes()).toEqual([]);
});

test('a class that was deleted in the meantime says so', async () => {
  const page = await openDialog({
    'PATCH /api/classes/:id': new Refusal(404, 'This class has been deleted.'),
  });
  await choose(page, 'Time Slot', '11AM');
  await page.click('Update Class');
  await page.sees('This class has been deleted.');
  expect(fieldValue('Time Slot')).toBe('11AM');
});

const newer = 'Someone else has changed this class in the meantime.';

const differences = () =>
  within(screen.getByRole('dialog', { name: 'Edit Class' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Saves 6 PM after a colleague has changed the class to 9 AM with Ruth. */
async function saveOverNewer() {
  const current = adminClass(1, {
    startTime: '2026-11-20T17:00:00.000Z',
    timeSlot: '9AM',
    instructorId: 9,
    instructorFirstName: 'Ruth',
    version: 2,
  });
  let asked = 0;
  const page = await openDialog({
    'PATCH /api/classes/:id': () =>
      asked++ === 0 ? new Refusal(409, newer, { current }) : adminClass(1, { version: 3 }),
  });
  await choose(page, 'Time Slot', '6PM');
  await page.click('Update Class');
  await page.sees(newer);
  return page;
}

test('the second editor sees the changes, keeps their input, and can overwrite', async () => {
  const page = await saveOverNewer();
  expect(differences()).toEqual(['Time Slot is now 9:00 AM', 'Instructor is now Ruth']);
  expect(fieldValue('Time Slot')).toBe('6PM');
  expect(fieldValue('Instructor')).toBe('9');
  await page.click('Update Class');
  await page.sees('Class updated successfully');
  expect(page.changes()).toMatchObject([{}, { body: { timeSlot: '6PM', instructorId: 9 } }]);
});

test('the second editor can take the newer values instead', async () => {
  const page = await saveOverNewer();
  await page.click('Use the Newer Values');
  await waitFor(() => page.seesNot(newer));
  expect(fieldValue('Time Slot')).toBe('9AM');
});
