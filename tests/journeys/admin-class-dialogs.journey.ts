import { and, eq, isNull } from 'drizzle-orm';
import { classStart } from '../../src/course/pacific-time.ts';
import { classes } from '../../src/server/database/schema.ts';
import {
  countCalls,
  dayButton,
  openAddClasses,
  openEditClass,
  pickDate,
  rowWith,
} from '../support/admin-pages.ts';
import { expect, look, test } from '../support/journey.ts';
import { expectToast, hold, refuse } from '../support/student-pages.ts';
import { addClassOn, clearClasses } from '../support/students.ts';

const admin = 'admin@demo.test';
const adding = /\/api\/classes\/test$/;

test('a class added for a January afternoon shows that afternoon hour', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'POST', adding);
  await openAddClasses(page);
  await expect(page.getByLabel('Time Slot')).toHaveValue('4PM');
  await expect(page.getByLabel('Class Type')).toHaveValue('Weekly');
  await expect(page.getByLabel('Instructor')).toHaveValue('none');
  await pickDate(page, 'Date', 'January 15, 2027');
  await expect(page.getByText('Fri, Jan 15, 2027 · 4:00 PM PT')).toBeVisible();
  const letGo = await hold(page, '**/api/classes/test');
  await page.getByRole('button', { name: 'Create Class' }).dblclick();
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeVisible();
  letGo();
  await expectToast(page, '1 class(es) created successfully');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowWith(page, 'Fri, Jan 15, 2027')).toContainText('4:00 PM PT');
  expect(calls()).toBe(1);
});

look(
  'a class without a date is asked for one, and past days cannot be chosen',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    const calls = countCalls(page, 'POST', adding);
    await openAddClasses(page);
    const date = page.getByRole('button', { name: /^Date, / });
    await page.getByRole('button', { name: 'Create Class' }).click();
    await expect(date).toHaveAccessibleDescription('Please select a date');
    await expect(date).toBeFocused();
    await date.click();
    await expect(dayButton(page, 'November 15, 2026')).toBeDisabled();
    await dayButton(page, 'November 16, 2026').click();
    await expect(page.getByText('Please select a date')).toBeHidden();
    await expect(date).toBeFocused();
    expect(calls()).toBe(0);
  },
);

test('a series keeps its hour over the clock change, and every class is shown before it is made', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  const page = await signedInAs(admin);
  await openAddClasses(page);
  await pickDate(page, 'Date', 'March 3, 2027');
  await page.getByLabel('Time Slot').selectOption('9AM');
  await page.getByLabel('Instructor').selectOption({ label: 'Daniel Reyes' });
  await page.getByLabel('Class Type').selectOption('Monthly');
  await page.getByLabel('Add Multiple').selectOption({ label: '4 classes' });
  const days = ['Mar 3', 'Mar 10', 'Mar 17', 'Mar 24'].map((day) => `Wed, ${day}, 2027`);
  const preview = page.getByRole('region', { name: 'Preview' }).getByRole('listitem');
  await expect(preview).toHaveText(days.map((day) => `${day} · 9:00 AM PT`));
  await page.getByRole('button', { name: 'Create 4 Classes' }).click();
  await expectToast(page, '4 class(es) created successfully');
  for (const day of days) {
    await expect(rowWith(page, day)).toContainText(/9:00\sAM\sPTMonthlyDaniel/);
  }
});

test('when one of a series fails the rest is made, and the dialog stays open for the one', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  await addClassOn(portal, '2027-01-20');
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'POST', adding);
  await openAddClasses(page);
  await pickDate(page, 'Date', 'January 13, 2027');
  await page.getByLabel('Add Multiple').selectOption('4');
  await page.getByRole('button', { name: 'Create 4 Classes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Classes' });
  await expectToast(page, 'Error', '3 of 4 classes were created, 1 failed.');
  await expect(dialog.getByRole('alert')).toContainText(
    'Wed, Jan 20, 2027 at 4:00 PM PT: There is already a class at this time without an instructor.',
  );
  await page.getByLabel('Time Slot').selectOption('5PM');
  await expect(dialog.getByText('1 other class will be created')).toBeVisible();
  await page.getByRole('button', { name: 'Create the Other 1' }).click();
  await expectToast(page, '4 class(es) created successfully');
  await expect(dialog).toBeHidden();
  expect(calls()).toBe(5);
  await expect(rowWith(page, 'Wed, Jan 20, 2027')).toHaveCount(2);
});

test.describe('in Auckland, where it is tomorrow already', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });
  test('the day that is picked is the Pacific day of the class', async ({ signedInAs, portal }) => {
    await clearClasses(portal);
    const page = await signedInAs(admin);
    await openAddClasses(page);
    await page.getByRole('button', { name: /^Date, / }).click();
    await expect(dayButton(page, 'November 15, 2026')).toBeDisabled();
    await expect(dayButton(page, 'November 16, 2026')).toHaveText('16');
    await dayButton(page, 'November 16, 2026').click();
    await page.getByLabel('Time Slot').selectOption('8PM');
    await expect(page.getByText('Mon, Nov 16, 2026 · 8:00 PM PT')).toBeVisible();
    await page.getByRole('button', { name: 'Create Class' }).click();
    await expectToast(page, '1 class(es) created successfully');
    await expect(rowWith(page, 'Mon, Nov 16, 2026')).toContainText('8:00 PM PT');
    const isKept = and(
      eq(classes.startsAt, classStart('2026-11-16', '8PM')),
      isNull(classes.deletedAt),
    );
    expect(await portal.database.$count(classes, isKept)).toBe(1);
  });
});

test('a class is moved, and the list shows it by the time the dialog is gone', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'PATCH', /\/api\/classes\/\d+$/);
  await openEditClass(page, 'Fri, Nov 20, 2026', '10:00 AM PT');
  await expect(page.getByLabel('Time Slot')).toHaveValue('10AM');
  await expect(page.getByLabel('Instructor')).toHaveValue('none');
  await page.getByLabel('Instructor').selectOption({ label: 'Ruth Abara' });
  await page.getByLabel('Keep the meeting with its present Zoom host').check();
  await page.getByLabel('Time Slot').selectOption('11AM');
  await pickDate(page, 'Date', 'November 21, 2026');
  const letGo = await hold(page, '**/api/classes/*');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Update Class' }).dblclick();
  expect((await sent).postDataJSON()).toMatchObject({ keepHost: true, tellStudents: false });
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  letGo();
  await expectToast(page, 'Class updated successfully');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowWith(page, 'Sat, Nov 21, 2026').filter({ hasText: '11:00 AM PT' })).toContainText(
    'Ruth',
  );
  await expect(rowWith(page, 'Fri, Nov 20, 2026')).toHaveCount(0);
  expect(calls()).toBe(1);
});

look(
  'a class can be moved from today to a year from now, and no further',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await openEditClass(page, 'Tue, Nov 17, 2026', '4:00 PM PT');
    await page.getByRole('button', { name: /^Date, Tue, Nov 17, 2026/ }).click();
    await expect(dayButton(page, 'November 15, 2026')).toBeDisabled();
    await expect(dayButton(page, 'November 16, 2026')).toBeEnabled();
    await page.getByRole('combobox', { name: /Year/ }).selectOption('2027');
    await expect(dayButton(page, 'November 16, 2027')).toBeEnabled();
    await expect(dayButton(page, 'November 17, 2027')).toBeDisabled();
  },
);

look(
  'what the server refuses about a class is said in a toast, and nothing is lost',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await openEditClass(page, 'Tue, Nov 17, 2026', '9:00 AM PT');
    await expect(page.getByText(/2 students are registered/)).toBeVisible();
    await page.getByLabel('Class Type').selectOption('Monthly');
    await page.getByRole('button', { name: 'Update Class' }).click();
    await expectToast(page, 'Error', 'are registered and need it to stay Weekly.');
    await expect(page.getByLabel('Class Type')).toHaveValue('Monthly');
  },
);

look(
  'a class with students is not deleted, and Delete is then disabled',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    const calls = countCalls(page, 'DELETE', /\/api\/classes\//);
    await openEditClass(page, 'Tue, Nov 17, 2026', '9:00 AM PT');
    await page.getByRole('button', { name: 'Delete' }).click();
    const sure = page.getByRole('dialog', { name: 'Are you sure you want to delete this class?' });
    const letGo = await hold(page, '**/registrations/count');
    await sure.getByRole('button', { name: 'Delete' }).click();
    await expect(sure.getByRole('button', { name: 'Deleting...' })).toBeVisible();
    letGo();
    await expect(sure.getByRole('alert')).toHaveText(
      'There are students registered for this class. It cannot be deleted.',
    );
    await expect(sure.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(calls()).toBe(0);
  },
);

look('a student who registers at the last moment is not overlooked', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openEditClass(page, 'Tue, Nov 17, 2026', '9:00 AM PT');
  await page.route('**/registrations/count', (route) => route.fulfill({ json: { count: 0 } }));
  await page.getByRole('button', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog', { name: /^Are you sure/ });
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect(sure.getByRole('alert')).toHaveText(
    'There are students registered for this class. It cannot be deleted.',
  );
  await expect(sure.getByRole('button', { name: 'Delete' })).toBeDisabled();
});

test('an empty class is deleted once it is confirmed, and a double click confirms nothing', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'DELETE', /\/api\/classes\//);
  await openEditClass(page, 'Fri, Nov 20, 2026', '10:00 AM PT');
  await page.getByRole('button', { name: 'Delete' }).dblclick();
  const sure = page.getByRole('dialog', { name: /^Are you sure/ });
  const confirm = sure.getByRole('button', { name: 'Delete' });
  await confirm.dispatchEvent('click', { detail: 2 });
  await expect(confirm).toBeVisible();
  expect(calls()).toBe(0);
  await refuse(page, '**/registrations/count', 'The database is away for a moment.', 503);
  await confirm.click();
  await expect(sure.getByRole('alert')).toHaveText('The database is away for a moment.');
  await confirm.click();
  await expectToast(page, 'Class deleted successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowWith(page, 'Fri, Nov 20, 2026')).toHaveCount(0);
  expect(calls()).toBe(1);
});
