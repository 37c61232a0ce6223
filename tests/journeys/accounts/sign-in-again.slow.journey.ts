import { expect, test } from '../../support/journey.ts';
import { askForLink, codeSentTo, linkSentTo, typeCode } from '../../support/login-page.ts';
import { endSessions } from '../../support/open-page.ts';
import { expectToast } from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';
const admin = 'admin@demo.test';

test('after half a minute a new code can be sent, and the old one stops working', async ({
  page,
  portal,
}) => {
  await page.clock.install();
  await askForLink(page, '(202) 555-0102');
  const older = await codeSentTo(portal, '+12025550102');
  const again = page.getByRole('button', { name: /^Send Again/ });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(31_000);
  portal.clock.moveOn(31_000);
  await again.click();
  const newer = await codeSentTo(portal, '+12025550102', 2);
  await typeCode(page, older);
  await expect(page.getByText(/^That isn’t the code in our newest message/)).toBeVisible();
  await typeCode(page, newer);
  await expect(page).toHaveURL('/onboarding');
});

test('what a staff member typed is kept when their session ends', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  await page.goto('/admin?tab=students');
  await page.getByRole('button', { name: nora }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Last Name').fill('Lindqvist-Berg');
  await endSessions(portal);
  await dialog.getByRole('button', { name: 'Update Student' }).click();
  const again = page.getByRole('dialog', { name: 'You were signed out' });
  await again.getByRole('button', { name: 'Send Code' }).click();
  const other = await page.context().newPage();
  await other.goto(await linkSentTo(portal, admin));
  await expect(other).toHaveURL('/admin');
  await expectToast(page, 'Student information updated successfully.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL('/admin?tab=students');
  await expect(page.getByRole('cell', { name: 'Lindqvist-Berg', exact: true })).toBeVisible();

  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You were signed out', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email or Phone')).toHaveValue('');
});
