import { pickDate } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

test('days are closed, skipped by Add Classes, and reopened', async ({ signedInAs }) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Select Classes' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.getByRole('checkbox', { name: 'Mon, Nov 16, 2026 at 12:00 PM PT' }).check();
  await expect(page.getByText(/^1 of \d+ classes selected$/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Select Classes' })).toBeFocused();
  await page.getByRole('button', { name: 'Closed Dates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Closed dates' });
  await pickDate(page, 'First Day', 'December 24, 2026');
  await pickDate(page, 'Last Day', 'December 26, 2026');
  await dialog.getByLabel('Name').fill('Holiday');
  await expect(dialog.getByText('We’ll cancel 5 classes.')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Close Days and Cancel 5 Classes' }).click();
  await expectToast(page, 'These dates are now closed');

  await page.getByRole('button', { name: 'Add Classes' }).click();
  await pickDate(page, 'Date', 'December 18, 2026');
  await page.getByLabel('Time Slot').selectOption('8AM');
  await page.getByLabel('Add Multiple').selectOption({ label: '4 classes' });
  await expect(page.getByText('(skipped: Holiday)')).toBeVisible();
  await page.getByRole('button', { name: 'Create 3 Classes' }).click();
  await expectToast(page, '3 class(es) created successfully');

  await page.getByRole('button', { name: 'Closed Dates' }).click();
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expectToast(page, 'These days are open again');
  await expect(dialog.getByText('Holiday', { exact: true })).toBeHidden();
});
