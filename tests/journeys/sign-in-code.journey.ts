import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../support/journey.ts';
import { askForLink, codeSentTo, linkSentTo, typeCode } from '../support/login-page.ts';
import { endSessions } from '../support/open-page.ts';
import { expectToast } from '../support/student-pages.ts';

const nora = 'new-student@demo.test';
const admin = 'admin@demo.test';

test('the code is typed where the link was asked for, by keyboard alone, also after the page was loaded anew', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/login');
  await page.getByLabel('Email or Phone').focus();
  await page.keyboard.type(nora);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login link sent!', { exact: true })).toBeVisible();
  await expect(page.getByText(`If we know ${nora}, a link and a six-digit code`)).toBeVisible();
  await expect(page.getByText('They work for 15 minutes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveText(/\(\d+ s\)$/);
  await expectNoFaultsAtAnyWidth(page);
  const code = await codeSentTo(portal, nora);

  await page.reload();
  const field = page.getByLabel('Six-digit code');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Please enter the six digits of the code/);
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/You have 4 tries left/);
  await expect(field).toBeFocused();
  await expectNoFaults(page);
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/onboarding');
  await expectToast(page, 'You are signed in');
  await page.goBack();
  await expect(page).not.toHaveURL('/login');
});

test('after half a minute it can be sent again, and the older code is told from the newer', async ({
  page,
  portal,
}) => {
  await page.clock.install();
  await askForLink(page, '(202) 555-0102');
  await expect(page.getByText('If we know (202) 555-0102,')).toBeVisible();
  const older = await codeSentTo(portal, '+12025550102');
  const again = page.getByRole('button', { name: /^Send again/ });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(31_000);
  portal.clock.moveOn(31_000);
  await again.click();
  const newer = await codeSentTo(portal, '+12025550102', 2);
  await typeCode(page, older);
  await expect(page.getByText(/^That is not the code of the newest message/)).toBeVisible();
  await typeCode(page, newer);
  await expect(page).toHaveURL('/onboarding');
});

test('a link opened where somebody else is signed in says whose session would end', async ({
  page,
  portal,
  signedInAs,
}) => {
  await askForLink(page, nora);
  const link = await linkSentTo(portal, nora);
  const desk = await signedInAs(admin);
  await desk.goto(link);
  await expect(desk.getByText(`${admin} is signed in on this browser.`)).toBeVisible();
  await expectNoFaultsAtAnyWidth(desk);
  await desk.goto('/admin');
  await expect(desk).toHaveURL('/admin');
});

test('what staff typed is kept when their session ends, and saved once they have signed in again', async ({
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
  await again.getByRole('button', { name: 'Send me a code' }).click();
  // The link of the same message does as well, in another tab.
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

test('a page that was asked for before signing in is where one arrives', async ({
  page,
  portal,
}) => {
  await page.goto('/admin?tab=alumni');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email or Phone').fill(admin);
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await page.goto(await linkSentTo(portal, admin));
  await expect(page).toHaveURL('/admin?tab=alumni');
});
