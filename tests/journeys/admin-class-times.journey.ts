import { eq } from 'drizzle-orm';
import { classStart } from '../../src/course/pacific-time.ts';
import { classes } from '../../src/server/database/schema.ts';
import {
  countCalls,
  dayButton,
  openAddClasses,
  openEditClass,
  rowWith,
} from '../support/admin-pages.ts';
import { expect, look, test } from '../support/journey.ts';
import { expectToast } from '../support/student-pages.ts';

const admin = 'admin@demo.test';

look('times that have passed are not added, in a series neither', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'POST', /\/api\/classes\/test$/);
  await openAddClasses(page);
  await page.getByRole('button', { name: /^Date, / }).click();
  await dayButton(page, 'November 16, 2026').click();
  const slot = page.getByLabel('Time Slot');
  await slot.selectOption('9AM');
  await page.getByLabel('Add Multiple').selectOption('4');
  await expect(slot).toHaveAccessibleDescription(
    'This time has passed. Please choose a later one.',
  );
  const preview = page.getByRole('region', { name: 'Preview' }).getByRole('listitem');
  await expect(preview.first()).toHaveText('Mon, Nov 16, 2026 · 9:00 AM PT (has passed)');
  await expect(preview.last()).toHaveText('Mon, Dec 7, 2026 · 9:00 AM PT');
  await page.getByRole('button', { name: 'Create 4 Classes' }).click();
  await expect(slot).toBeFocused();
  expect(calls()).toBe(0);
  await slot.selectOption('11AM');
  await expect(preview.first()).toHaveText('Mon, Nov 16, 2026 · 11:00 AM PT');
});

test('a class with students is moved to a time that lies ahead, and they are told once that is confirmed', async ({
  signedInAs,
  portal,
}) => {
  portal.clock.moveTo(new Date('2026-11-17T16:10:00Z'));
  // The list is polled while a meeting is missing.
  await portal.database.execute('update classes set zoom_meeting_id = 80000000000 + id');
  const page = await signedInAs(admin);
  const calls = countCalls(page, 'PATCH', /\/api\/classes\/\d+/);
  const lists = countCalls(page, 'GET', /\/api\/classes\/all$/);
  await openEditClass(page, 'Tue, Nov 17, 2026', '9:00 AM PT');
  const slot = page.getByLabel('Time Slot');
  const update = page.getByRole('button', { name: 'Update Class' });
  await slot.selectOption('8AM');
  await expect(slot).toHaveAccessibleDescription(
    'This time has passed. Please choose a later one.',
  );
  await update.click();
  await expect(slot).toBeFocused();
  await slot.selectOption('6PM');
  await expect(slot).toHaveAccessibleDescription('');
  const before = lists();
  await update.click();
  const question = page.getByRole('dialog', { name: 'Move and tell 2 students?' });
  await expect(question).toContainText(
    'From Tuesday, November 17 at 9:00 AM PT to Tuesday, November 17 at 6:00 PM PT.',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(calls()).toBe(0);
  await update.click();
  await question.getByRole('button', { name: 'Move and Tell Them' }).click();
  await expectToast(page, 'Class updated successfully');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const row = rowWith(page, 'Tue, Nov 17, 2026').filter({ hasText: '6:00 PM PT' });
  await expect(row.getByRole('button', { name: '2 registered' })).toBeVisible();
  expect([calls(), lists() - before]).toEqual([1, 0]);

  portal.clock.moveTo(new Date('2026-11-17T21:50:00Z'));
  await page.reload();
  await row.getByRole('button', { name: /^Edit Class/ }).click();
  await slot.selectOption('2PM');
  await update.click();
  await expect(question).toContainText('It would begin within 15 minutes.');
  await question.getByRole('button', { name: 'Move and Tell Them' }).click();
  await expectToast(page, 'Class updated successfully');
  expect(calls()).toBe(2);
});

test('what is typed is kept: Escape closes the calendar first, then asks, and a deleted class says so', async ({
  signedInAs,
  portal,
}) => {
  await portal.database.update(classes).set({ zoomMeetingId: '811' });
  const page = await signedInAs(admin);
  await openEditClass(page, 'Fri, Nov 20, 2026', '10:00 AM PT');
  const dialog = page.getByRole('dialog', { name: 'Edit Class' });
  await page.getByLabel('Time Slot').selectOption('11AM');
  await page.getByRole('button', { name: /^Date, / }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Date, / })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByText('Discard what you typed?')).toHaveCount(0);
  // The dialog hears of presses outside of it once the question is wholly gone.
  await expect(async () => {
    await page.mouse.click(5, 5);
    await expect(page.getByText('Discard what you typed?')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByLabel('Time Slot')).toHaveValue('11AM');

  const whereIt = eq(classes.startsAt, classStart('2026-11-20', '10AM'));
  await portal.database.update(classes).set({ deletedAt: portal.clock.now() }).where(whereIt);
  await page.getByRole('button', { name: 'Update Class' }).click();
  await expectToast(page, 'Error', 'This class has been deleted.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});
