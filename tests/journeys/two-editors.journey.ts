import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { classes, people } from '../../src/server/database/schema.ts';
import { enqueueMeetingSync } from '../../src/server/meetings/index.ts';
import { openTab, rowWith, searchBox } from '../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../support/journey.ts';
import { expectToast } from '../support/student-pages.ts';
import { addClassOn, clearClasses } from '../support/students.ts';

const admin = 'admin@demo.test';
const marcus = 'mid-course@demo.test';

async function openStudent(page: Page) {
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  await page.getByRole('button', { name: marcus }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Student' })).toBeVisible();
}

const save = (page: Page, what: 'Student' | 'Class') =>
  page.getByRole('button', { name: `Update ${what}` }).click();

/** While a dialog is open, what is behind it has no role. */
const rowBehind = (page: Page, text: string) => page.locator('tr').filter({ hasText: text });

const newerStudent = 'Somebody else has changed this student meanwhile.';
const newerClass = 'Somebody else has changed this class meanwhile.';

test('the second of two admins learns what the first has made of a student, loses nothing typed, and may replace it', async ({
  signedInAs,
  portal,
}) => {
  const [first, second] = [await signedInAs(admin), await signedInAs(admin)];
  await openStudent(first);
  await openStudent(second);
  await first.getByLabel('Phone').fill('(202) 555-0197');
  await first.getByLabel('Last Name').fill('Changed');
  await save(first, 'Student');
  await expectToast(first, 'Student information updated successfully.');

  await second.getByLabel('First Name').fill('Typed');
  await second.getByLabel('Phone').fill('(202) 555-0198');
  await save(second, 'Student');
  const dialog = second.getByRole('dialog', { name: 'Edit Student' });
  await expect(dialog.getByText(newerStudent)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Last Name is now Changed',
    'Phone is now (202) 555-0197',
  ]);
  await expect(second.getByLabel('First Name')).toHaveValue('Typed');
  await expect(second.getByLabel('Last Name'), 'left alone here').toHaveValue('Changed');
  await expect(second.getByLabel('Phone')).toHaveValue('(202) 555-0198');
  await expect(rowBehind(second, marcus)).toContainText('Changed');
  await expectNoFaultsAtAnyWidth(second);

  await save(second, 'Student');
  await expectToast(second, 'Student information updated successfully.');
  await expect(dialog).toBeHidden();
  const [person] = await portal.database.select().from(people).where(eq(people.email, marcus));
  expect(person).toMatchObject({
    firstName: 'Typed',
    lastName: 'Changed',
    phone: '+12025550198',
  });
});

test('the second of two admins takes over the newer values of a student', async ({
  signedInAs,
  portal,
}) => {
  const [first, second] = [await signedInAs(admin), await signedInAs(admin)];
  await openStudent(first);
  await openStudent(second);
  await first.getByLabel('Last Name').fill('Changed');
  await save(first, 'Student');
  await expectToast(first, 'Student information updated successfully.');
  await second.getByLabel('First Name').fill('Typed');
  await save(second, 'Student');
  await second.getByRole('button', { name: 'Use the newer values' }).click();
  await expect(second.getByLabel('Last Name')).toHaveValue('Changed');
  await expect(second.getByLabel('First Name')).not.toHaveValue('Typed');
  await expect(second.getByText(newerStudent).first()).toBeHidden({ timeout: 10_000 });
  await second.getByLabel('First Name').fill('After');
  await save(second, 'Student');
  await expectToast(second, 'Student information updated successfully.');
  const [person] = await portal.database.select().from(people).where(eq(people.email, marcus));
  expect(person).toMatchObject({ firstName: 'After', lastName: 'Changed' });
});

test('the second of two admins learns what the first has made of a class, and deletes it only knowingly', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  const id = await addClassOn(portal, '2027-01-15');
  // The pages poll a class without a meeting, and would learn of the other's change by that.
  const { database, queue } = portal;
  await database.transaction((transaction) => enqueueMeetingSync(queue, transaction, id));
  const row = async () => (await database.select().from(classes).where(eq(classes.id, id)))[0];
  await expect.poll(async () => (await row())?.zoomMeetingId).toBeTruthy();
  const pages = [await signedInAs(admin), await signedInAs(admin)] as const;
  const [first, second] = pages;
  for (const page of pages) {
    await openTab(page, 'Classes');
    await page.getByRole('button', { name: /^Edit Class/ }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Class' })).toBeVisible();
  }
  await first.getByLabel('Time Slot').selectOption('9AM');
  await first.getByLabel('Instructor').selectOption({ label: 'Daniel Reyes' });
  await save(first, 'Class');
  await expectToast(first, 'Class updated successfully');

  await second.getByLabel('Time Slot').selectOption('6PM');
  await save(second, 'Class');
  const dialog = second.getByRole('dialog', { name: 'Edit Class' });
  await expect(dialog.getByRole('alert')).toContainText(newerClass);
  await expect(second.locator('[data-toasts]').getByText('Error')).toHaveCount(0);
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Time Slot is now 9:00 AM',
    'Instructor is now Daniel',
  ]);
  await expect(second.getByLabel('Time Slot')).toHaveValue('6PM');
  await expect(rowBehind(second, 'Jan 15, 2027')).toContainText('9:00 AM PT');
  await expectNoFaultsAtAnyWidth(second);
  await save(second, 'Class');
  await expectToast(second, 'Class updated successfully');
  await expect(rowWith(second, 'Jan 15, 2027')).toContainText('6:00 PM PT');

  await first.getByRole('button', { name: /^Edit Class/ }).click();
  await first.getByRole('button', { name: 'Delete' }).click();
  const question = first.getByRole('dialog', { name: 'Are you sure' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText(
    'It is now on Friday, January 15 at 6:00 PM PT.',
  );
  await expectNoFaultsAtAnyWidth(first);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(first, 'Class deleted successfully');
  expect((await row())?.deletedAt).toBeTruthy();
});
