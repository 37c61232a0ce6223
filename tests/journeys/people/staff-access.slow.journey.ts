import { eq } from 'drizzle-orm';
import { classes, people } from '../../../src/server/database/schema.ts';
import { openStaffPage, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { linkSentTo } from '../../support/login-page.ts';
import { expectToast, title } from '../../support/student-pages.ts';

const admin = 'admin@demo.test';
const teacher = 'teacher@demo.test';

test('an admin adds a teacher, who signs in with the emailed link, and removes edit rights', async ({
  signedInAs,
  browser,
  portal,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin');
  await openStaffPage(page, 'Staff');
  await expect(page).toHaveURL('/admin/staff');
  await expect(title(page)).toBeFocused();
  await page.getByRole('button', { name: 'Add Staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Staff' });
  await dialog.getByRole('button', { name: 'Add Staff' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Email').fill('grace@school.test');
  await dialog.getByLabel('First Name').fill('Grace');
  await dialog.getByLabel('Last Name').fill('Hopper');
  await dialog.getByLabel('Zoom user').fill('grace@zoom.test');
  await dialog.getByLabel('Can edit classes').check();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Add Staff' }).click();
  await expectToast(page, 'Grace Hopper has been added');
  await expect(dialog).toBeHidden();
  const row = rowWith(page, 'grace@school.test');
  await expect(row).toContainText('Teacher');
  await expect(row).toContainText('Never');

  const link = await linkSentTo(portal, 'grace@school.test');
  const grace = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await grace.goto(link);
  await grace.getByRole('button', { name: 'Continue' }).click();
  await expect(grace).toHaveURL('/admin');
  await expect(grace.getByRole('button', { name: 'Edit' }).first()).toBeVisible();
  await page.reload();
  await expect(row).toContainText('Nov 16, 2026');
  await expectNoFaultsAtAnyWidth(page);

  await page.getByRole('button', { name: 'grace@school.test' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Staff' });
  await editing.getByLabel('Can edit classes').uncheck();
  await editing.getByRole('button', { name: 'Update Staff' }).click();
  await expectToast(page, 'Grace Hopper has been updated');
  await grace.reload();
  await expect(grace.getByRole('button', { name: /^Start Zoom Meeting/ }).first()).toBeVisible();
  await expect(grace.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await grace.context().close();
});

test('an admin deactivates a teacher, reactivates them, and erases them once they have no classes', async ({
  signedInAs,
  portal,
}) => {
  const [page, theirs] = [await signedInAs(admin), await signedInAs(teacher)];
  await page.goto('/admin/staff');
  const row = rowWith(page, teacher);
  const end = async () => {
    await row.getByRole('button', { name: 'Deactivate' }).click();
    const dialog = page.getByRole('dialog', { name: /^Deactivate .*\?$/ });
    await expect(dialog).toContainText(/New instructor for \d+ upcoming classes/);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await expect(row).toContainText(/Deactivated\s*Nov\s16,\s2026/);
  };
  await end();
  await expectToast(page, 'Daniel Reyes is deactivated');
  await expect(row.getByRole('button', { name: teacher })).toBeHidden();
  await expectNoFaultsAtAnyWidth(page);
  await theirs.goto('/admin');
  await expect(theirs).toHaveURL('/login');
  await row.getByRole('button', { name: 'Reactivate Daniel Reyes' }).click();
  await expectToast(page, 'Daniel Reyes can sign in again');
  await expect(row).toContainText('Active');

  await end();
  await expect(rowWith(page, admin).getByRole('button', { name: /^Erase/ })).toHaveCount(0);
  await row.getByRole('button', { name: 'Erase… Daniel Reyes' }).click();
  const erasing = page.getByRole('dialog', { name: 'Erase Daniel Reyes?' });
  await expect(erasing).toContainText('Which classes they taught');
  await erasing.getByLabel('Type their email').fill(teacher);
  await erasing.getByRole('button', { name: 'Erase' }).click();
  await expectToast(page, 'Error', 'This person still teaches');
  const [found] = await portal.database.select().from(people).where(eq(people.email, teacher));
  await portal.database
    .update(classes)
    .set({ deletedAt: portal.clock.now() })
    .where(eq(classes.instructorId, found?.id ?? 0));
  await erasing.getByRole('button', { name: 'Erase' }).click();
  await expectToast(page, 'Daniel Reyes has been erased');
  await expect(row).toHaveCount(0);
});
