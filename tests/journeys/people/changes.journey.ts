import type { Page } from '@playwright/test';
import { openTab, pickDate, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

test.use({ viewport: { width: 390, height: 844 } });

const dialog = (page: Page) => page.getByRole('dialog').last();
const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

test('a reset names every class before it is done, and is undone on the page of the student', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin@demo.test');
  const students = await page.request.get('/api/students');
  const { id } = (await students.json()).find(
    ({ email }: { email: string }) => email === 'mid-course@demo.test',
  );
  await page.goto(`/admin/people/${id}`);
  await page.getByRole('button', { name: 'Excuse class 8' }).click();
  await dialog(page).getByLabel('Reason').fill('Is travelling');
  await dialog(page).getByRole('button', { name: 'Excuse' }).click();
  await expect(page.getByText('Excused', { exact: true })).toBeVisible();
  // It moves what stands below it.
  await toast(page, 'Class 8 excused');

  await page.getByRole('button', { name: 'Make Alumni' }).click();
  await expect(dialog(page)).toContainText('class 9 on ');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel class 9' }).click();
  await dialog(page).getByLabel('Reason').fill('You are travelling');
  await dialog(page).getByRole('button', { name: 'Cancel Class' }).click();
  await expect(page.getByText('To choose again', { exact: true })).toBeVisible();
  await toast(page, 'Class 9 cancelled');
  await page.getByRole('button', { name: 'Make Alumni' }).click();
  await expect(dialog(page)).toContainText('(cancelled: to be chosen again)');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Edit Student' }).click();
  await pickDate(page, 'Start Date', 'January 15, 2026');
  await page.getByRole('button', { name: 'Update Student' }).click();
  const asked = page.getByRole('dialog', { name: "This resets the student's account" });
  const lost = asked.locator('section').first();
  await expect(lost).toContainText('2 classes already attended will be lost from the schedule:');
  await expect(lost).toContainText('class 5 on ');
  await expect(asked.getByText('These class times go:')).toBeVisible();
  await expectNoFaults(page);
  await asked.getByRole('button', { name: 'Reset and Update' }).click();
  await expectToast(
    page,
    'Student information updated successfully.',
    'The account was reset: all class registrations were cleared and video-meeting registrations cancelled.',
  );

  await expect(page.getByText('The account was reset', { exact: true })).toBeVisible();
  await expect(page.getByText('Class 5: registration cleared')).toBeVisible();
  await expect(page.getByText('(to come)')).toHaveCount(0);
  await expect(page.getByText('To choose', { exact: true })).toHaveCount(6);
  await page.getByRole('button', { name: 'Undo Reset' }).click();
  await expect(dialog(page)).toContainText('Comes back:');
  await expectNoFaults(page);
  await dialog(page).getByRole('button', { name: 'Undo Reset' }).click();
  await toast(page, '6 classes are back in the schedule.');
  await expect(page.getByText('Done', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo Reset' })).toHaveCount(0);
});

test('finished students are made alumni together; one is edited, comes back, is deactivated and reactivated', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Alumni');
  await page.getByRole('link', { name: 'Make Alumni' }).click();
  await expect(page.getByText('4 of 4 chosen')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Grace Okafor' }).uncheck();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Make 3 people Alumni' }).click();
  await dialog(page).getByRole('button', { name: 'Make Alumni' }).click();
  await expect(page.getByText('3 people are alumni now')).toBeVisible();
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
  await page.getByRole('button', { name: 'Make Student again' }).click();
  await dialog(page).getByRole('button', { name: 'Make Student' }).click();
  await toast(page, 'Priyanka Raman is a student again');

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expectNoFaults(page);
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click();
  await toast(page, /^Deactivated on /);
  await openTab(page, 'Students');
  await page.getByRole('link', { name: 'Deactivated people' }).click();
  await expect(page.getByRole('link', { name: 'Priyanka Raman' })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('link', { name: 'Priyanka Raman' }).click();
  await expect(page.getByRole('button', { name: 'Edit Student' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await dialog(page).getByRole('button', { name: 'Reactivate' }).click();
  await toast(page, 'Priyanka Raman can sign in again');
  await expect(page.getByRole('button', { name: 'Edit Student' })).toBeVisible();
});
