import { eq } from 'drizzle-orm';
import { classes } from '../../../src/server/database/schema.ts';
import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';
import { addClassOn, clearClasses } from '../../support/students.ts';

const admin = 'admin@demo.test';

test('the second of two admins sees the first one’s changes and confirms before deleting', async ({
  signedInAs,
  portal,
}) => {
  test.slow();
  await clearClasses(portal);
  const id = await addClassOn(portal, '2027-01-15');
  const isIt = eq(classes.id, id);
  // Without a meeting, the pages would poll and notice the other admin’s change.
  await portal.database.update(classes).set({ zoomMeetingId: '811' }).where(isIt);
  const pages = [await signedInAs(admin), await signedInAs(admin)] as const;
  const [first, second] = pages;
  for (const page of pages) {
    await openTab(page, 'Classes');
    await page.getByRole('button', { name: /^Edit Class/ }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Class' })).toBeVisible();
  }
  await first.getByLabel('Time Slot').selectOption('9AM');
  await first.getByLabel('Instructor').selectOption({ label: 'Daniel Reyes' });
  await first.getByRole('button', { name: 'Update Class' }).click();
  await expectToast(first, 'Class updated successfully');

  await second.getByLabel('Time Slot').selectOption('6PM');
  await second.getByRole('button', { name: 'Update Class' }).click();
  const dialog = second.getByRole('dialog', { name: 'Edit Class' });
  await expect(dialog.getByRole('alert')).toContainText(
    'Someone else has changed this class in the meantime.',
  );
  await expect(second.locator('[data-toasts]').getByText('Error')).toHaveCount(0);
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Time Slot is now 9:00 AM',
    'Instructor is now Daniel',
  ]);
  await expect(second.getByLabel('Time Slot')).toHaveValue('6PM');
  // While a dialog is open, the elements behind it have no role.
  await expect(second.locator('tr').filter({ hasText: 'Jan 15, 2027' })).toContainText(
    '9:00 AM PT',
  );
  await expectNoFaultsAtAnyWidth(second);
  await second.getByRole('button', { name: 'Update Class' }).click();
  await expectToast(second, 'Class updated successfully');
  await expect(rowWith(second, 'Jan 15, 2027')).toContainText('6:00 PM PT');

  await first.getByRole('button', { name: /^Edit Class/ }).click();
  await first.getByRole('button', { name: 'Delete' }).click();
  const question = first.getByRole('dialog', { name: 'Are you sure' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText(
    'The class is now on Friday, January 15 at 6:00 PM PT.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(first, 'Class deleted successfully');
  const [row] = await portal.database.select().from(classes).where(isIt);
  expect(row?.deletedAt).toBeTruthy();
});
