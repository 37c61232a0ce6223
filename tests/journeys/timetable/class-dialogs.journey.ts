import { eq } from 'drizzle-orm';
import { classStart } from '../../../src/course/pacific-time.ts';
import { classes } from '../../../src/server/database/schema.ts';
import { openAddClasses, openEditClass, pickDate, rowWith } from '../../support/admin-pages.ts';
import { expect, test } from '../../support/journey.ts';
import { expectToast, hold } from '../../support/student-pages.ts';
import { addClassOn, clearClasses } from '../../support/students.ts';

const admin = 'admin@demo.test';

test('a class on a January afternoon is added and can be started once it has a meeting', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  const page = await signedInAs(admin);
  await openAddClasses(page);
  await pickDate(page, 'Date', 'January 15, 2027');
  await expect(page.getByText('Fri, Jan 15, 2027 · 4:00 PM PT')).toBeVisible();
  await page.getByRole('button', { name: 'Create Class' }).click();
  await expectToast(page, '1 class(es) created successfully');
  await expect(page.getByRole('dialog')).toBeHidden();
  const row = rowWith(page, 'Fri, Jan 15, 2027');
  await expect(row).toContainText('4:00 PM PT');
  // The page keeps refetching the list until a job has created the meeting.
  await expect(row.getByRole('button', { name: /^Start Zoom Meeting/ })).toBeEnabled();
  await expect(row.getByRole('link', { name: '4:00 PM PT' })).toBeVisible();
});

test('a series keeps its hour over the clock change, and a failed class is created at another time', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  await addClassOn(portal, '2027-03-17', '9AM');
  const page = await signedInAs(admin);
  await openAddClasses(page);
  await pickDate(page, 'Date', 'March 3, 2027');
  await page.getByLabel('Time Slot').selectOption('9AM');
  await page.getByLabel('Class Type').selectOption('Monthly');
  await page.getByLabel('Add Multiple').selectOption({ label: '4 classes' });
  await page.getByRole('button', { name: 'Create 4 Classes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Classes' });
  await expectToast(page, 'Error', 'We created 3 of 4 classes. 1 failed.');
  await expect(dialog.getByRole('alert')).toContainText(
    'There’s already a class on Wednesday, March 17 at 9:00 AM PT without an instructor. Please choose another time or instructor.',
  );
  await page.getByLabel('Instructor').selectOption({ label: 'Daniel Reyes' });
  await page.getByLabel('Time Slot').selectOption('10AM');
  await page.getByRole('button', { name: 'Create the Other 1' }).click();
  await expectToast(page, '4 class(es) created successfully');
  await expect(dialog).toBeHidden();
  for (const day of ['Mar 3', 'Mar 10', 'Mar 24']) {
    await expect(rowWith(page, `Wed, ${day}, 2027`)).toContainText('9:00 AM PT');
  }
  const late = rowWith(page, 'Wed, Mar 17, 2027').filter({ hasText: 'Daniel' });
  await expect(late).toContainText('10:00 AM PT');
  await expect(late).toContainText('Monthly');
});

test('a class with students is moved, and they are notified', async ({ signedInAs, portal }) => {
  // Give every class a meeting, because the page polls the list while one is missing.
  await portal.database.execute('update classes set zoom_meeting_id = 80000000000 + id');
  const page = await signedInAs(admin);
  await openEditClass(page, 'Tue, Nov 17, 2026', '9:00 AM PT');
  const update = page.getByRole('button', { name: 'Update Class' });
  await page.getByLabel('Class Type').selectOption('Monthly');
  await update.click();
  await expectToast(page, 'Error', 'are registered and need this to stay a Weekly class.');
  await page.getByLabel('Class Type').selectOption('Weekly');
  await page.getByLabel('Time Slot').selectOption('6PM');
  await pickDate(page, 'Date', 'November 18, 2026');
  const letGo = await hold(page, '**/api/classes/*');
  await expect(page.getByText('We’ll notify 2 students of the new time')).toBeVisible();
  await update.click();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  letGo();
  await expectToast(page, 'Class updated successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = rowWith(page, 'Wed, Nov 18, 2026').filter({ hasText: '6:00 PM PT' });
  await expect(row.getByRole('button', { name: '2 registered' })).toBeVisible();
});

test('a class with students is not deleted, and an empty one is', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await openEditClass(page, 'Tue, Nov 17, 2026', '9:00 AM PT');
  await page.getByRole('button', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog', { name: 'Are you sure you want to delete this class?' });
  const confirm = sure.getByRole('button', { name: 'Delete' });
  await confirm.click();
  await expect(sure.getByRole('alert')).toHaveText(
    'There are students registered for this class. It cannot be deleted.',
  );
  await expect(confirm).toBeDisabled();
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused();

  await openEditClass(page, 'Fri, Nov 20, 2026', '10:00 AM PT');
  await page.getByRole('button', { name: 'Delete' }).dblclick();
  await expect(confirm).toBeVisible();
  await confirm.click();
  await expectToast(page, 'Class deleted successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rowWith(page, 'Fri, Nov 20, 2026')).toHaveCount(0);
  const isIt = eq(classes.startsAt, classStart('2026-11-20', '10AM'));
  const [row] = await portal.database.select().from(classes).where(isIt);
  expect(row?.deletedAt).toBeTruthy();
});
