import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { rowWith } from '../support/admin-pages.ts';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../support/journey.ts';
import { expectToast, title } from '../support/student-pages.ts';

const admin = 'admin@demo.test';
const teacher = 'teacher@demo.test';

test('an admin adds a teacher, who signs in by the link in their mail', async ({
  signedInAs,
  browser,
  portal,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Staff', exact: true }).click();
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
  await dialog.getByLabel('May edit classes').check();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Add Staff' }).click();
  await expectToast(page, 'Grace Hopper has been added');
  await expect(dialog).toBeHidden();
  const row = rowWith(page, 'grace@school.test');
  await expect(row).toContainText('Teacher');
  await expect(row).toContainText('Never');

  const linksToGrace = async () => {
    const outbox = await fetch(`${portal.sandbox.url}/outbox`);
    const messages = (await outbox.json()) as { to: string; links: string[] }[];
    return messages.filter(({ to }) => to === 'grace@school.test').flatMap(({ links }) => links);
  };
  await expect.poll(linksToGrace).toHaveLength(1);
  const [link = ''] = await linksToGrace();
  const grace = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await grace.goto(link);
  await grace.getByRole('button', { name: 'Continue' }).click();
  await expect(grace).toHaveURL('/admin');
  await expect(grace.getByRole('button', { name: 'Edit' }).first()).toBeVisible();
  await expect(grace.getByRole('link', { name: 'Staff', exact: true })).toBeHidden();
  await grace.context().close();
  await page.reload();
  await expect(row).toContainText('Nov 16, 2026');
  await expectNoFaultsAtAnyWidth(page);
});

test('the right to edit is lent, and taken back, from the row of a teacher', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin/staff');
  const isLent = async () => {
    const [found] = await portal.database.select().from(people).where(eq(people.email, teacher));
    return found?.isAdmin;
  };
  for (const lent of [true, false]) {
    await page.getByRole('button', { name: teacher }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Staff' });
    await dialog.getByLabel('May edit classes').setChecked(lent);
    await dialog.getByRole('button', { name: 'Update Staff' }).click();
    await expectToast(page, 'Daniel Reyes has been updated');
    await expect(dialog).toBeHidden();
    expect(await isLent()).toBe(lent);
  }
});

test('an admin ends the access of a teacher after reading how many classes have them, and gives it back', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  const theirs = await signedInAs(teacher);
  await theirs.goto('/admin');
  await expect(title(theirs)).toHaveText('Admin Dashboard');
  await page.goto('/admin/staff');
  const row = rowWith(page, teacher);
  await row.getByRole('button', { name: 'End access' }).click();
  const dialog = page.getByRole('dialog', { name: 'End access?' });
  await expect(dialog).toContainText(/\d+ upcoming classes have this instructor\./);
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'End access' }).click();
  await expectToast(page, 'The access of Daniel Reyes has ended');
  await expect(row).toContainText(/Ended\s*Nov\s16,\s2026/);
  await expect(row.getByRole('button', { name: teacher })).toBeHidden();
  await expectNoFaultsAtAnyWidth(page);
  await theirs.reload();
  await expect(theirs).toHaveURL('/login');

  await row.getByRole('button', { name: 'Give back the access of Daniel Reyes' }).click();
  await expectToast(page, 'Daniel Reyes can sign in again');
  await expect(row).toContainText('Active');
});

test('the only admin is told why they cannot become a teacher, or leave', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin/staff');
  const row = rowWith(page, admin);
  const words = 'There is no other admin. Please make somebody else an admin first.';
  await row.getByRole('button', { name: admin }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Staff' });
  await dialog.getByLabel('Role').selectOption('Teacher');
  await dialog.getByRole('button', { name: 'Update Staff' }).click();
  const question = page.getByRole('dialog', { name: 'This is your own account' });
  await expect(question).toContainText('no longer an admin');
  await question.getByRole('button', { name: 'Update' }).click();
  await expectToast(page, 'Error', words);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: 'End access' }).click();
  const leaving = page.getByRole('dialog', { name: 'End your own access?' });
  await leaving.getByRole('button', { name: 'End access' }).click();
  await expect(leaving.getByRole('alert')).toHaveText(words);
  await expect(leaving.getByRole('button', { name: 'End access' })).toBeDisabled();
});

test('an admin who becomes a teacher while another admin is there lands on the dashboard', async ({
  signedInAs,
  portal,
}) => {
  await portal.database.update(people).set({ role: 'admin' }).where(eq(people.email, teacher));
  const page = await signedInAs(admin);
  await page.goto('/admin/staff');
  await rowWith(page, admin).getByRole('button', { name: admin }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Staff' });
  await dialog.getByLabel('Role').selectOption('Teacher');
  await expect(dialog.getByLabel('May edit classes')).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Update Staff' }).click();
  await page
    .getByRole('dialog', { name: 'This is your own account' })
    .getByRole('button', { name: 'Update' })
    .click();
  await expect(page).toHaveURL('/admin');
  await expect(title(page)).toHaveText('Admin Dashboard');
  await expect(page.getByRole('link', { name: 'Staff', exact: true })).toBeHidden();
});

test('the second of two admins learns what the first has made of a teacher, and loses nothing typed', async ({
  signedInAs,
}) => {
  const [first, second] = [await signedInAs(admin), await signedInAs(admin)];
  for (const page of [first, second]) {
    await page.goto('/admin/staff');
    await page.getByRole('button', { name: teacher }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Staff' })).toBeVisible();
  }
  await first.getByLabel('Last Name').fill('Changed');
  await first.getByLabel('Zoom user').fill('daniel@zoom.test');
  await first.getByRole('button', { name: 'Update Staff' }).click();
  await expectToast(first, 'Daniel Changed has been updated');
  await second.getByLabel('First Name').fill('Typed');
  await second.getByRole('button', { name: 'Update Staff' }).click();
  const dialog = second.getByRole('dialog', { name: 'Edit Staff' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Last Name is now Changed',
    'Zoom user is now daniel@zoom.test',
  ]);
  await expect(second.getByLabel('First Name')).toHaveValue('Typed');
  await second.getByRole('button', { name: 'Update Staff' }).click();
  await expectToast(second, 'Typed Changed has been updated');
});

test('an instructor whose access has ended stays chosen in the dialog of a class that has them', async ({
  signedInAs,
  portal,
}) => {
  const deactivatedAt = portal.clock.now();
  await portal.database.update(people).set({ deactivatedAt }).where(eq(people.email, teacher));
  const page = await signedInAs(admin);
  await page.goto('/admin');
  const row = rowWith(page, 'Daniel').first();
  await row.getByRole('button', { name: 'Edit Class' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Class' });
  const instructor = dialog.getByLabel('Instructor');
  await expect(instructor.getByRole('option', { name: 'Ruth Abara' })).toBeAttached();
  await expect(instructor.locator('option:checked')).toHaveText('Daniel (access ended)');
  await dialog.getByRole('button', { name: 'Update Class' }).click();
  await expectToast(page, 'Class updated successfully');
  await expect(row).toBeVisible();
});

look('staff is a page for admins: a teacher lands on the dashboard', async ({ signedInAs }) => {
  const page = await signedInAs(teacher);
  await page.goto('/admin/staff');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('link', { name: 'Staff', exact: true })).toBeHidden();
});

for (const width of [390, 820, 1280]) {
  look(`the list of staff has no faults at ${width} px`, async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin/staff');
    await expect(rowWith(page, teacher)).toBeVisible();
    await expect(page).toHaveTitle('Staff · Course Portal');
    await expectNoFaults(page);
  });
}
