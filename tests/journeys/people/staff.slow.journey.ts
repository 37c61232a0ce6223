import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { openTab, rowWith, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

const admin = 'admin@demo.test';
const alum = 'alumni@demo.test';

test('an alum becomes a teacher through Add Staff, and an alum again when deactivated', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  const [before] = await portal.database.select().from(people).where(eq(people.email, alum));
  await page.goto('/admin/staff');
  await page.getByRole('button', { name: 'Add Staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Staff' });
  await dialog.getByLabel('Email').fill(alum);
  await dialog.getByLabel('First Name').fill('Grace');
  await dialog.getByLabel('Last Name').fill('Hopper');
  await dialog.getByRole('button', { name: 'Add Staff' }).click();
  await expect(dialog).toContainText('is already in the portal as an alum.');
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByLabel('Email').fill('someone@else.test');
  await expect(dialog.getByRole('button', { name: /^Make/ })).toBeHidden();
  await dialog.getByLabel('Email').fill(alum);
  await dialog.getByRole('button', { name: /^Make/ }).dblclick();
  await expectToast(page, 'Grace Hopper is now staff');
  await expect(dialog).toBeHidden();
  const row = rowWith(page, alum);
  await expect(row).toContainText('Teacher');

  await row.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('dialog', { name: /^Deactivate .*\?$/ });
  await expect(question).toContainText('become an alum again.');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expectToast(page, 'Grace Hopper is an alum again');
  await expect(row).toBeHidden();
  await openTab(page, 'Alumni');
  await searchBox(page).fill(alum);
  await expect(rowWith(page, alum)).toContainText('Grace');
  const [after] = await portal.database.select().from(people).where(eq(people.email, alum));
  expect([after?.id, after?.startDate]).toEqual([before?.id, before?.startDate]);
});
