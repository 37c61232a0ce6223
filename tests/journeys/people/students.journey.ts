import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { openTab, pickDate, rowWith, searchBox } from '../../support/admin-pages.ts';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

const admin = 'admin@demo.test';
const marcus = 'mid-course@demo.test';

const column = (page: Page, name: string) => page.locator(`td[data-name="${name}"]`);

look('an admin sorts, searches and pages the students', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Start Date',
    'Email',
    'First Name',
    'Last Name',
    'Phone',
    'Text Opt-in',
    'Classes Scheduled',
    'Retreat Scheduled',
    'Login Link',
  ]);
  await expectNoFaultsAtAnyWidth(page);

  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(header('Start Date')).toHaveAttribute('aria-sort', 'descending');
  for (const name of ['Email', 'First Name', 'Last Name']) {
    for (const [sort, sign] of [
      ['ascending', 1],
      ['descending', -1],
    ] as const) {
      await header(name).getByRole('button').click();
      await expect(header(name)).toHaveAttribute('aria-sort', sort);
      const shown = await column(page, name).allInnerTexts();
      expect(shown).toEqual(shown.toSorted((one, other) => sign * one.localeCompare(other, 'en')));
    }
  }
  await header('Start Date').getByRole('button').click();
  await expect(header('Start Date')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header('Email')).toHaveAttribute('aria-sort', 'none');
  await expect(header('Phone').getByRole('button')).toHaveCount(0);

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(15);
  await searchBox(page).fill('BELL marc');
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(column(page, 'Email')).toHaveText([marcus]);
  await searchBox(page).fill('finished-');
  await expect(column(page, 'Email')).toHaveText(['finished-picking@demo.test']);
  await searchBox(page).fill('.*');
  await expect(page.getByText('No students found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(searchBox(page)).toBeFocused();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(21);
  const { width = 0 } = (await searchBox(page).boundingBox()) ?? {};
  expect(Math.abs(width - 250)).toBeLessThan(10);
});

look(
  'hovering a student’s classes shows which were attended and which were missed',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await openTab(page, 'Students');
    await searchBox(page).fill(marcus);
    await page.getByRole('button', { name: '6 scheduled' }).hover();
    const classes = page.locator('[data-radix-popper-content-wrapper]').getByRole('listitem');
    await expect(classes).toHaveText([
      'Class 5CompletedMonday, October 12, 2026, 12:00 PM PT',
      'Class 6MissedSunday, October 18, 2026, 4:00 PM PT',
      'Class 7CompletedMonday, October 26, 2026, 12:00 PM PT',
      'Class 8Saturday, November 21, 2026, 9:00 AM PT',
      'Class 9Thursday, December 10, 2026, 8:00 AM PT',
      'Class 10Saturday, January 2, 2027, 9:00 AM PT',
    ]);
    await searchBox(page).fill('new-student');
    await page.getByRole('button', { name: '0 scheduled' }).hover();
    await expect(page.getByText('No class details available')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await searchBox(page).fill(marcus);
    await page.getByRole('button', { name: '6 scheduled' }).click();
    await expect(page.getByText('Missed', { exact: true })).toBeVisible();
    await expectNoFaults(page);
  },
);

test('an admin adds a student, sees what is missing or already in use, and edits the student', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await page.getByRole('button', { name: 'Add Student' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Student' })).toBeVisible();
  const email = page.getByLabel('Email', { exact: true });
  const create = page.getByRole('button', { name: 'Create Student' });
  await create.click();
  for (const [label, sentence] of [
    ['Email', 'Please enter a valid email address'],
    ['First Name', 'First name is required'],
    ['Last Name', 'Last name is required'],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(sentence);
  }
  const date = page.getByRole('button', { name: /^Start Date, / });
  await expect(date).toHaveAccessibleDescription('Please select a start date');
  await expect(email).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);

  await email.fill('Alumni@demo.test');
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('Byron');
  await page.getByLabel('Phone').fill('202-555-0100');
  await pickDate(page, 'Start Date', 'November 20, 2026');
  await page.getByLabel('Transfer student').check();
  await create.click();
  const inUse = 'This email address is already in use by Aiko Tanaka, an alum.';
  await expectToast(page, 'Error', inUse);
  await expect(email).toHaveAccessibleDescription(inUse);
  await email.fill('ada@example.org');
  await create.click();
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
    'This phone number is already in use by Amara Osei, an admin.',
  );
  await page.getByLabel('Phone').fill('(202) 555-0190');
  await create.dblclick();
  await expectToast(page, 'Student Ada Byron has been created successfully');
  await expect(page.getByRole('dialog')).toBeHidden();
  const row = rowWith(page, 'ada@example.org');
  await expect(row).toContainText('Nov 20, 2026');
  await expect(row).toContainText('(202) 555-0190');
  await expect(row.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  const isAda = eq(people.email, 'ada@example.org');
  const [ada] = await portal.database.select().from(people).where(isAda);
  expect(ada).toMatchObject({ role: 'student', transferStudent: true, startDate: '2026-11-20' });

  await page.getByRole('button', { name: 'ada@example.org' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Student' });
  await editing.getByLabel('First Name').fill('Augusta');
  await editing.getByLabel('Phone').fill('202 555 0191');
  await expectNoFaultsAtAnyWidth(page);
  await editing.getByRole('button', { name: 'Update Student' }).dblclick();
  await expectToast(page, 'Student information updated successfully.');
  await expect(editing).toBeHidden();
  await expect(row).toContainText(/Augusta.*\(202\) 555-0191/);
});
