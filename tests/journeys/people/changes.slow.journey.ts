import type { Page } from '@playwright/test';
import { chooseMore, openStaffPage, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';

test.use({ viewport: { width: 390, height: 844 } });

const dialog = (page: Page) => page.getByRole('dialog').last();
const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

test('an admin makes several students alumni, makes one a student again, and deactivates and reactivates them', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await openStaffPage(page, 'Make alumni');
  await expect(page.getByText('4 of 4 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Grace Okafor' }).uncheck();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Make 3 people Alumni' }).click();
  await dialog(page).getByRole('button', { name: 'Make Alumni' }).click();
  await expect(page.getByText('3 people are now alumni')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(1);

  await page.goto('/admin?tab=alumni&search=priya');
  await rowWith(page, 'Priya').getByRole('button', { name: 'priya.raman@demo.test' }).click();
  await dialog(page).getByLabel('First Name').fill('Priyanka');
  await expectNoFaults(page);
  await dialog(page).getByRole('button', { name: 'Update Alumni' }).click();
  await toast(page, 'Alumni information updated successfully.');

  const found = await page.request.get('/api/alumni?search=priya.raman');
  const { id } = (await found.json()).data[0];
  await page.goto(`/admin/people/${id}`);
  await chooseMore(page, 'Change Back to Student');
  await dialog(page).getByRole('button', { name: 'Make Student' }).click();
  await toast(page, 'Priyanka Raman is a student again');

  await chooseMore(page, 'Deactivate');
  await expectNoFaults(page);
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await toast(page, /^Deactivated on /);
  await openStaffPage(page, 'Deactivated people');
  await expect(page.getByRole('link', { name: 'Priyanka Raman' })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('link', { name: 'Priyanka Raman' }).click();
  await expect(page.getByRole('button', { name: 'Edit Student' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await dialog(page).getByRole('button', { name: 'Reactivate' }).click();
  await toast(page, 'Priyanka Raman can sign in again');
  await expect(page.getByRole('button', { name: 'Edit Student' })).toBeVisible();
});
