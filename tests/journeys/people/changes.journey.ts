import type { Page } from '@playwright/test';
import { chooseMore, pickDate } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

test.use({ viewport: { width: 390, height: 844 } });

const dialog = (page: Page) => page.getByRole('dialog').last();
const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible();

test('a reset lists every class before it happens, and is undone on the student’s page', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin@demo.test');
  const students = await page.request.get('/api/students');
  const { id } = (await students.json()).find(
    ({ email }: { email: string }) => email === 'mid-course@demo.test',
  );
  await page.goto(`/admin/people/${id}`);
  await chooseMore(page, 'Excuse', 'More for Class 8');
  await dialog(page).getByLabel('Reason').fill('Is traveling');
  await dialog(page).getByRole('button', { name: 'Excuse' }).click();
  await toast(page, 'Excused from Class 8');
  await expect(page.locator('#course-class-8').getByText('Excused')).toBeVisible();

  await chooseMore(page, 'Make Alumni');
  await expect(dialog(page)).toContainText('Class 9 on ');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await chooseMore(page, 'Cancel Class', 'More for Class 9');
  await dialog(page).getByLabel('Reason').fill('You are traveling');
  await dialog(page).getByRole('button', { name: 'Cancel Class' }).click();
  await expect(page.locator('#course-class-9').getByText('Needs a new time')).toBeVisible();
  await toast(page, 'Class 9 canceled');
  await chooseMore(page, 'Make Alumni');
  await expect(dialog(page)).toContainText('(canceled or full, needs a new time)');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Edit Student' }).click();
  await pickDate(page, 'Start Date', 'January 15, 2026');
  await page.getByRole('button', { name: 'Update Student' }).click();
  const asked = page.getByRole('dialog', { name: 'This will reset the account' });
  const lost = asked.locator('section').first();
  await expect(lost).toContainText('We’ll remove 2 attended classes from the schedule:');
  await expect(lost).toContainText('Class 5 on ');
  await expect(asked.getByText('We’ll remove these class times:')).toBeVisible();
  await expectNoFaults(page);
  await asked.getByRole('button', { name: 'Reset and Update' }).click();
  await expectToast(
    page,
    'Student information updated successfully.',
    'The account was reset: all class registrations were cleared and video-meeting registrations canceled.',
  );

  await expect(page.getByText('The account was reset', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d classes: removed from the schedule$/)).toBeVisible();
  await expect(page.getByText('(upcoming)')).toHaveCount(0);
  await expect(page.getByText('Not chosen yet', { exact: true })).toHaveCount(6);
  await page.getByRole('button', { name: 'Undo Reset' }).click();
  await expect(dialog(page)).toContainText('We’ll restore these classes:');
  await expectNoFaults(page);
  await dialog(page).getByRole('button', { name: 'Undo Reset' }).click();
  await toast(page, '6 classes were restored.');
  await expect(page.getByText('Completed', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Undo Reset' })).toHaveCount(0);
});
