import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { openTab, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

test('an admin erases a student after typing the right email', async ({ signedInAs, portal }) => {
  const [page, student] = [await signedInAs('admin@demo.test'), await signedInAs(marcus)];
  const [before] = await portal.database.select().from(people).where(eq(people.email, marcus));
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  await page.getByRole('link', { name: 'Marcus' }).click();
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Marcus Bell?' });
  const email = dialog.getByLabel('Type their email');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(email).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);
  await email.fill('someone@else.test');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription(/That isn’t this person’s email address\./);
  await email.fill(marcus);
  await dialog.getByRole('button', { name: 'Erase' }).dblclick();
  await expectToast(page, 'Marcus Bell has been erased');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/^Erased on/)).toBeVisible();
  await page.goBack();
  await searchBox(page).fill(marcus);
  await expect(page.getByText('No students found')).toBeVisible();
  const isMarcus = eq(people.id, before?.id ?? 0);
  const [after] = await portal.database.select().from(people).where(isMarcus);
  expect(after).toMatchObject({ firstName: 'Erased', phone: null });
  await student.goto('/schedule');
  await expect(student).toHaveURL(/\/login$/);
});
