import type { Page } from '@playwright/test';
import { countCalls, openStaffPage, rowWith, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { title } from '../../support/student-pages.ts';

const admin = 'admin@demo.test';
const header = 'email,first_name,last_name,phone,start_date,transfer,class_5,class_6';
const wrong = [
  header,
  'nora@school.test,Nora,Quinn,12,2026-09-15,maybe,2026-10-06 4PM,',
  'omar@school.test,Omar,Haddad,,2026-09-15,,2026-10-06 4PM,2026-10-13 4PM missed',
  'new-student@demo.test,Someone,Else,,2026-01-01,,,',
].join('\r\n');
const right = [
  header,
  'nora@school.test,Nora,Quinn,(212) 555-0142,2026-09-15,no,2026-10-06 4PM,',
  'omar@school.test,Omar,Haddad,,2026-09-15,,2026-10-06 4PM,2026-10-13 4PM missed',
].join('\r\n');

const choose = (page: Page, content: string) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'students.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

test('an admin fixes a file with the help of the preview, imports it, and finds the students', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin');
  await openStaffPage(page, 'Import and export');
  await expect(page).toHaveURL(/\/admin\/import$/);
  await expect(title(page)).toHaveText('Import and export');
  await page.getByText('What goes in each column').click();
  await expect(page.getByText('class_5 to class_10')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByText('What goes in each column').click();

  await choose(page, wrong);
  await expect(
    page.getByText('1 to add, 1 class completed, 1 missed, 2 with problems'),
  ).toBeVisible();
  await expect(page.getByText('This file isn’t ready to import yet')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await expect(rowWith(page, 'nora@school.test')).toContainText('transfer: Please enter yes or no');
  await expect(rowWith(page, 'nora@school.test')).toContainText('2');
  await expect(rowWith(page, 'omar@school.test')).toBeHidden();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByLabel('Only rows with problems').uncheck();
  await expect(rowWith(page, 'omar@school.test')).toContainText('Student, 1 completed, 1 missed');

  await choose(page, right);
  await expect(page.getByText('2 to add')).toBeVisible();
  await expect(page.getByLabel('Send each of them a welcome email')).not.toBeChecked();
  await expect(page.getByText('2 emails, at most 30 a minute')).toBeVisible();
  await page.getByLabel('Send each of them a welcome email').check();
  await expectNoFaultsAtAnyWidth(page);
  const calls = countCalls(page, 'POST', /people\/import$/);
  await page.getByRole('button', { name: 'Import 2 students' }).dblclick();
  await expect(page.getByRole('heading', { name: '2 students imported' })).toBeFocused();
  expect(calls()).toBe(1);
  await expect(page.getByText('2 emails are on the way')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('link', { name: 'Open the Students tab' }).click();
  await expect(page).toHaveURL(/tab=students$/);
  await searchBox(page).fill('nora@school.test');
  await expect(rowWith(page, 'nora@school.test')).toContainText('Quinn');
  await expect
    .poll(async () => (await fetch(`${portal.sandbox.url}/outbox`)).text())
    .toContain('nora@school.test');
});
