import { runCommand } from '../support/command-line.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../support/journey.ts';
import { expectToast } from '../support/student-pages.ts';

test('the link that add-admin prints leads through Continue to the dashboard', async ({
  page,
  portal,
}) => {
  portal.clock.moveTo(new Date());
  const printed = await runCommand(portal, 'add-admin', 'ada@school.test', 'Ada', 'Byron');
  await page.goto(printed.match(/^http\S+$/m)?.[0] ?? '');
  await expect(page.getByRole('heading', { name: 'Sign in as a•••@school.test' })).toBeVisible();
  await expect(page.getByText('made this link for you on the server')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await expectToast(page, 'You are signed in');
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('tab', { name: 'Students' })).toBeVisible();
});
