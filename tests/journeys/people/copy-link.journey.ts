import { desc, eq } from 'drizzle-orm';
import { ownSignInNeeded } from '../../../src/contract/sign-in-words.ts';
import { auditLog, people } from '../../../src/server/database/schema.ts';
import { openTab, searchBox } from '../../support/admin-pages.ts';
import { expect, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

test('a teacher copies a link, and a student signs in with it after pressing Continue', async ({
  signedInAs,
  browser,
  portal,
}) => {
  const page = await signedInAs('teacher@demo.test');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTab(page, 'Students');
  await searchBox(page).fill('new-student@demo.test');
  await page.getByRole('button', { name: 'Copy Link for Nora' }).click();
  await expectToast(page, 'Copied to clipboard', 'Login link copied to clipboard');
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(copied).toMatch(new RegExp(`^${portal.url}/verify\\?token=`));

  const student = await browser.newPage();
  await student.goto(copied);
  await expect(student.getByRole('heading', { name: 'Sign in as n•••@demo.test' })).toBeVisible();
  await student.getByRole('button', { name: 'Continue' }).click();
  await expect(student).toHaveURL(/\/onboarding$/);
  await student.goto(`${portal.url}/account`);
  await expect(student.getByText(ownSignInNeeded)).toBeVisible();
  await expect(student.getByRole('button', { name: /Sign out everywhere|Download/i })).toHaveCount(
    0,
  );
  const [row] = await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  const isDaniel = eq(people.email, 'teacher@demo.test');
  const [daniel] = await portal.database.select().from(people).where(isDaniel);
  expect(row).toMatchObject({
    action: 'sign-in: link copied by staff',
    after: { copiedBy: daniel?.id },
  });
  await student.close();
});
