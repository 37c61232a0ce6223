import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { countCalls, openTab, rowWith, searchBox } from '../support/admin-pages.ts';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { expectToast, hold } from '../support/student-pages.ts';

const admin = 'admin@demo.test';
const marcus = 'mid-course@demo.test';
const alumnus = 'alumni@demo.test';

async function openErasure(page: Page) {
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  await page.getByRole('button', { name: marcus }).click();
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Marcus Bell?' });
  await expect(dialog).toBeVisible();
  return dialog;
}

for (const width of [390, 820, 1280]) {
  look(`the dialog that erases somebody has no faults at ${width} px`, async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await page.setViewportSize({ width, height: 844 });
    const dialog = await openErasure(page);
    await expectNoFaults(page);
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await expect(dialog.getByLabel('Type their email')).toBeFocused();
    await expect(dialog).toContainText('Please type the email address');
    await expectNoFaults(page);
  });
}

test('an admin erases a student, once, after typing the right email', async ({
  signedInAs,
  portal,
}) => {
  const [page, student] = [await signedInAs(admin), await signedInAs(marcus)];
  const calls = countCalls(page, 'POST', /\/erase$/);
  const [before] = await portal.database.select().from(people).where(eq(people.email, marcus));
  const dialog = await openErasure(page);
  const email = dialog.getByLabel('Type their email');
  await email.fill('somebody@else.test');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(
    /This is not the email address of the person to be erased\./,
  );
  await email.fill(marcus);
  const letGo = await hold(page, '**/erase');
  await dialog.getByRole('button', { name: 'Erase' }).dblclick();
  await expect(dialog.getByRole('button', { name: 'Erasing...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  letGo();
  await expectToast(page, 'Marcus Bell has been erased');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('No students found')).toBeVisible();
  await expect(page.getByText('No student data available')).toHaveCount(0);
  expect(calls()).toBe(2);
  const [after] = await portal.database
    .select()
    .from(people)
    .where(eq(people.id, before?.id ?? 0));
  expect(after).toMatchObject({ firstName: 'Erased', phone: null });
  await student.goto('/schedule');
  await expect(student).toHaveURL(/\/login$/);
});

test('whoever thinks better of it erases nobody', async ({ signedInAs, portal }) => {
  const page = await signedInAs(admin);
  const dialog = await openErasure(page);
  await dialog.getByLabel('Type their email').fill(marcus);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Erase…' })).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Edit Student' })).toBeVisible();
  expect(await portal.database.$count(people, eq(people.email, marcus))).toBe(1);
});

test('an admin erases an alumnus from the dialog that edits them; a teacher is offered it nowhere', async ({
  signedInAs,
}) => {
  const [page, teacher] = [await signedInAs(admin), await signedInAs('teacher@demo.test')];
  await openTab(teacher, 'Alumni');
  await searchBox(teacher).fill(alumnus);
  await expect(rowWith(teacher, alumnus)).toBeVisible();
  await expect(teacher.getByRole('button', { name: 'Erase…' })).toHaveCount(0);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openTab(page, 'Alumni');
    await searchBox(page).fill(alumnus);
    await expect(page.getByText('1 alumni found')).toBeVisible();
    await expectNoFaults(page);
  }
  await expect(page.getByRole('button', { name: 'Erase…' })).toHaveCount(0);
  await page.getByRole('button', { name: alumnus }).click();
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Erase / });
  await dialog.getByLabel('Type their email').fill(alumnus);
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expectToast(page, 'has been erased');
  await expect(page.getByText('No alumni found')).toBeVisible();
});
