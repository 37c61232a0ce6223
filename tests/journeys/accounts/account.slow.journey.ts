import { eq } from 'drizzle-orm';
import { people, sessions } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast, title } from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

test('an admin signs a student out on the student’s page', async ({ signedInAs, portal }) => {
  const [page, student] = [await signedInAs('admin@demo.test'), await signedInAs(marcus)];
  await student.goto('/account');
  const [person] = await portal.database.select().from(people).where(eq(people.email, marcus));
  await page.goto(`/admin/people/${person?.id}`);
  await page.getByRole('button', { name: 'More Actions' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out Everywhere' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(question).toContainText('We’ll sign Marcus Bell out on every device');
  await expectNoFaults(page);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expectToast(page, 'Marcus Bell is signed out everywhere');
  const isHis = eq(sessions.personId, person?.id ?? 0);
  expect(await portal.database.$count(sessions, isHis)).toBe(0);
  await student.getByRole('link', { name: 'Course Portal' }).click();
  await expect(title(student)).toHaveText('Welcome to Your Course Portal');
});

test('a student changes their text preference and phone number', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/account');
  const choice = page.getByRole('switch', {
    name: 'Yes, I want to receive text message reminders',
  });
  const wasOn = await choice.isChecked();
  await choice.click();
  await expectToast(page, 'Preferences updated', 'Your text message preferences have been saved.');
  await page.reload();
  await expect(choice).toBeChecked({ checked: !wasOn });

  await page.getByRole('button', { name: 'Change Number' }).click();
  const field = page.getByLabel('Your mobile number');
  await field.fill('+49 30 901820');
  await page.getByRole('button', { name: 'Save Number' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Please enter one of those\.$/);
  await field.fill('416 555 0123');
  await page.getByRole('button', { name: 'Save Number' }).click();
  await expect(page.getByText('(416) 555-0123 (not confirmed yet)')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});
