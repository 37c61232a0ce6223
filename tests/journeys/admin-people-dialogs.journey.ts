import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people, registrations } from '../../src/server/database/schema.ts';
import {
  countCalls,
  dayButton,
  openTab,
  pickDate,
  rowWith,
  searchBox,
} from '../support/admin-pages.ts';
import { expect, look, test } from '../support/journey.ts';
import { expectToast, hold } from '../support/student-pages.ts';

const admin = 'admin@demo.test';
const marcus = 'mid-course@demo.test';

async function fillNewStudent(page: Page, email: string, phone = '') {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('First Name').fill('Ada');
  await page.getByLabel('Last Name').fill('Byron');
  await page.getByLabel('Phone').fill(phone);
  await pickDate(page, 'Start Date', 'November 20, 2026');
}

const openStudent = async (page: Page, email: string) => {
  await openTab(page, 'Students');
  await searchBox(page).fill(email);
  await page.getByRole('button', { name: email }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Student' })).toBeVisible();
};

test('a new student is in the list by the time the dialog is gone', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'POST', /\/api\/admin\/users$/);
  await openTab(page, 'Students');
  await page.getByRole('button', { name: 'Add Student' }).click();
  await fillNewStudent(page, 'ada@example.org', '(202) 555-0190');
  await page.getByLabel('Transfer student').check();
  const letGo = await hold(page, '**/api/admin/users');
  await page.getByRole('button', { name: 'Create Student' }).dblclick();
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible();
  letGo();
  await expectToast(page, 'Student Ada Byron has been created successfully');
  await expect(page.getByRole('dialog')).toBeHidden();
  const row = rowWith(page, 'ada@example.org');
  await expect(row).toContainText('Nov 20, 2026');
  await expect(row).toContainText('(202) 555-0190');
  await expect(row.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  expect(calls()).toBe(1);
  const [ada] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'ada@example.org'));
  expect(ada).toMatchObject({ role: 'student', transferStudent: true, startDate: '2026-11-20' });
});

look('a new student lacks nothing that is required', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'POST', /\/api\/admin\/users$/);
  await openTab(page, 'Students');
  await page.getByRole('button', { name: 'Add Student' }).click();
  await page.getByLabel('Email', { exact: true }).fill('ada at home');
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
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await fillNewStudent(page, 'ada@example.org');
  await page.getByLabel('Last Name').fill(' ');
  await create.click();
  await expect(page.getByLabel('Last Name')).toBeFocused();
  await expect(page.getByText('is required')).toHaveCount(1);
  expect(calls()).toBe(0);
});

look(
  'an email or phone in use is said at its field, and nothing typed is lost',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await openTab(page, 'Students');
    await page.getByRole('button', { name: 'Add Student' }).click();
    await fillNewStudent(page, 'Alumni@demo.test', '202-555-0100');
    const create = page.getByRole('button', { name: 'Create Student' });
    await create.click();
    const email = page.getByLabel('Email', { exact: true });
    const inUse = 'This email address is already in use by Aiko Tanaka, one of the alumni.';
    await expectToast(page, 'Error', inUse);
    await expect(email).toHaveAccessibleDescription(inUse);
    await expect(email).toBeFocused();
    await email.fill('ada@example.org');
    await create.click();
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
      'This phone number is already in use by Amara Osei, an admin.',
    );
    await expect(page.getByLabel('Phone')).toBeFocused();
    await expect(page.getByLabel('First Name')).toHaveValue('Ada');
    await page.route('**/api/admin/users', (route) => route.fulfill({ status: 500, body: '' }));
    await create.click();
    await expectToast(page, 'Error', 'Failed to create student');
    await expect(page.getByRole('dialog').getByText('Failed to create student')).toHaveCount(0);
  },
);

test('a student is edited, and what is wrong is said in the words of the form', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'PATCH', /\/api\/admin\/students\/\d+$/);
  await openStudent(page, marcus);
  const update = page.getByRole('button', { name: 'Update Student' });
  await page.getByLabel('Email', { exact: true }).fill('nothing');
  await page.getByLabel('First Name').fill('');
  await update.click();
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await expect(page.getByText('First name is required')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(marcus);
  await page.getByLabel('First Name').fill('Mark');
  await page.getByLabel('Receives text messages').uncheck();
  await page.getByLabel('Phone').fill('202 555 0100');
  await update.click();
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
    'This phone number is already in use by Amara Osei, an admin.',
  );
  await page.getByLabel('Phone').fill('202 555 0191');
  const letGo = await hold(page, '**/api/admin/students/*');
  await update.dblclick();
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
  letGo();
  await expectToast(page, 'Student information updated successfully.');
  await expect(page.getByText('account was reset')).toHaveCount(0);
  await expect(rowWith(page, marcus)).toContainText(/Mark.*\(202\) 555-0191No/);
  expect(calls()).toBe(2);
});

test('a start date moved by a week warns once before it clears the classes', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'PATCH', /\/api\/admin\/students\/\d+$/);
  await openStudent(page, 'finished-picking@demo.test');
  await pickDate(page, 'Start Date', 'November 4, 2026');
  const update = page.getByRole('button', { name: 'Update Student' });
  await update.dblclick();
  const warning = page.getByRole('dialog', { name: "This resets the student's account" });
  await expect(warning).toContainText(
    'Moving the start date from Nov 11, 2026 to Nov 4, 2026 clears all 6 class registrations of Farah',
  );
  expect(calls()).toBe(0);
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await expect(warning).toBeHidden();
  await update.click();
  await warning.getByRole('button', { name: 'Reset and Update' }).click();
  await expectToast(
    page,
    'Student information updated successfully.',
    'The account was reset: all class registrations were cleared and video-meeting registrations cancelled.',
  );
  await expect(
    rowWith(page, 'finished-picking').getByRole('button', { name: '0 classes scheduled' }),
  ).toBeVisible();
  expect(calls()).toBe(1);
  const [farah] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'finished-picking@demo.test'));
  const held = await portal.database
    .select()
    .from(registrations)
    .where(eq(registrations.studentId, farah?.id ?? 0));
  expect(held.filter(({ cancelledAt }) => cancelledAt === null)).toEqual([]);
});

look(
  'the warning of a new start date says that attended classes are cleared, too',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await openStudent(page, marcus);
    await pickDate(page, 'Start Date', 'November 4, 2026');
    await page.getByRole('button', { name: 'Update Student' }).click();
    await expect(
      page.getByRole('dialog', { name: "This resets the student's account" }),
    ).toContainText(
      'clears all 6 class registrations of Marcus, also the 2 that were attended, and cancels',
    );
  },
);

test('a start date moved by six days asks nothing and keeps the classes', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  await openStudent(page, 'finished-picking@demo.test');
  await pickDate(page, 'Start Date', 'November 5, 2026');
  await page.getByRole('button', { name: 'Update Student' }).click();
  await expectToast(page, 'Student information updated successfully.');
  await expect(rowWith(page, 'finished-picking')).toContainText('Nov 5, 2026');
  await expect(page.getByRole('button', { name: '6 classes scheduled' })).toBeVisible();
});

look('days before 1900 cannot be a start date', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openStudent(page, marcus);
  await page.getByRole('button', { name: /^Start Date, Wed, Oct 7, 2026/ }).click();
  await page.getByRole('combobox', { name: /Year/ }).selectOption('1900');
  await page.getByRole('combobox', { name: /Month/ }).selectOption({ label: 'January' });
  await expect(dayButton(page, 'December 31, 1899')).toHaveCount(0);
  await expect(dayButton(page, 'January 1, 1900')).toBeEnabled();
});

test('the dialog about a student who is gone meanwhile closes and says why', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await openStudent(page, 'new-student@demo.test');
  await portal.database
    .update(people)
    .set({ role: 'alumni' })
    .where(eq(people.email, 'new-student@demo.test'));
  await page.getByRole('button', { name: 'Update Student' }).click();
  await expectToast(page, 'Error', 'No student data available');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
