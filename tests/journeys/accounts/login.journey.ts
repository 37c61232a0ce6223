import type { Page } from '@playwright/test';
import { loginTokens } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, look, test } from '../../support/journey.ts';
import { askForLink, codeSentTo, linkSentTo, typeCode } from '../../support/login-page.ts';
import { expectToast, hold, title } from '../../support/student-pages.ts';

const nora = { email: 'new-student@demo.test', phone: '+12025550102' };
const field = (page: Page) => page.getByLabel('Email or Phone');

look('the login page, its help and the verify page have no faults', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await page.goto('/');
  await expect(title(page)).toHaveText('Welcome to Your Course Portal');
  await expect(
    page.getByText('Quiet Mornings, an educational partner of the Stillwater Foundation'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await expect(field(page)).toHaveAccessibleDescription('Email or phone number is required');
  await expect(field(page)).toBeFocused();
  await field(page).fill('nora at home');
  await field(page).press('Enter');
  await expect(field(page)).toHaveAccessibleDescription(/valid email address or phone number/);
  await expect(field(page)).toHaveValue('nora at home');
  await expectNoFaultsAtAnyWidth(page);

  const opener = page.getByRole('button', { name: "Didn't receive email with link?" });
  await opener.press('Enter');
  const help = page.getByRole('dialog', { name: 'Need Help Logging In?' });
  await expect(help).toContainText('help@quiet-mornings.test');
  await expectNoFaultsAtAnyWidth(page);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(await opened).toHaveURL('/help');

  const letGo = await hold(page, '**/api/auth/verify');
  await page.goto('/verify?token=cut-off');
  await expect(title(page)).toHaveText('Verifying your email');
  await expect(page.getByText('Please wait while we verify your email...')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  letGo();
  await expectToast(page, 'Verification failed', 'Invalid or expired token');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please open it from the message again')).toBeVisible();
  await page.goto('/verify');
  await expectToast(page, 'Invalid verification link');
  await expect(page).toHaveURL('/login');
  expect(complaints).toEqual([]);
});

test('a link by email signs a student in, and Logout ends the session', async ({
  page,
  portal,
}) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/verify')) posts.push(request.method());
  });
  await askForLink(page, nora.email);
  await expect(page.getByText('Check your email', { exact: true })).toBeVisible();
  const link = await linkSentTo(portal, nora.email);
  await page.goto(link);
  await expectToast(page, 'Email verified successfully');
  await expect(page).toHaveURL('/onboarding');
  expect(posts).toEqual(['POST']);

  await page.reload();
  await expect(title(page)).toHaveText('Select Time for Class 5');
  await page.goBack();
  await expect(page).toHaveURL('/onboarding');
  await page.goto(link);
  await expect(page).toHaveURL('/onboarding');
  await expect(page.getByText('Verification failed', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(field(page)).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test('a phone number works in any format, and its short link works in another browser', async ({
  page,
  portal,
  browser,
}) => {
  await askForLink(page, '202.555.0102');
  const link = await linkSentTo(portal, nora.phone);
  expect(new URL(link).pathname).toMatch(/^\/s\/[\w-]{22}$/);
  const phone = await browser.newPage();
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone).toHaveURL(`${portal.url}/onboarding`);
  await phone.close();
});

test('another browser shows whose account it is and signs in only on Continue', async ({
  page,
  portal,
  signedInAs,
}) => {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  const desk = await signedInAs('admin@demo.test');
  await desk.goto(link);
  await expect(title(desk)).toHaveText('Sign in as n•••@demo.test');
  await expect(
    desk.getByText('This link was requested in another browser or on another device.'),
  ).toBeVisible();
  await expect(desk.getByText('admin@demo.test is signed in on this browser.')).toBeVisible();
  await expectNoFaultsAtAnyWidth(desk);
  await desk.goto('/admin');
  await expect(desk).toHaveURL('/admin');
  await desk.goto(link);
  await desk.getByRole('button', { name: 'Continue' }).click();
  await expectToast(desk, 'Email verified successfully');
  await expect(desk).toHaveURL('/onboarding');
});

test('an expired link leads back to the login page, which offers a new one', async ({
  page,
  portal,
}) => {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  await portal.database.update(loginTokens).set({ redirectTo: '/onboarding?from=mail' });
  portal.clock.moveOn(20 * 60 * 1000);
  const refused = page.waitForResponse('**/api/auth/verify').then(() => Date.now());
  await page.goto(link);
  const why = 'This link has expired. It was valid for 10 minutes.';
  await expectToast(page, 'Verification failed', why);
  await page.waitForURL('/login');
  expect(Date.now() - (await refused)).toBeGreaterThan(1000);
  await expect(page.getByText('We couldn’t verify your link')).toBeVisible();
  await expect(page.getByText('We can send a new link to n•••@demo.test.')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.reload();
  await page.getByRole('button', { name: 'Send New Link' }).click();
  await expect(page.getByText('on their way to n•••@demo.test.')).toBeVisible();
  await typeCode(page, await codeSentTo(portal, nora.email, 2));
  await expect(page).toHaveURL('/onboarding?from=mail');
});

test('the code can be typed by keyboard alone, even after a reload', async ({ page, portal }) => {
  await page.goto('/login');
  await field(page).focus();
  await page.keyboard.type(nora.email);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Login link sent!');
  await expect(
    page.getByText(`If ${nora.email} is on our list, a link and a six-digit code`),
  ).toBeVisible();
  await expect(
    page.getByText('They work for 10 minutes and may take a minute to arrive.'),
  ).toBeVisible();
  const code = await codeSentTo(portal, nora.email);

  await page.reload();
  const digits = page.getByLabel('Six-digit code');
  await expect(digits).toHaveAttribute('autocomplete', 'one-time-code');
  await digits.focus();
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(digits).toHaveAccessibleDescription(/You have 4 tries left/);
  await expect(digits).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);
  await digits.fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/onboarding');
  await expectToast(page, 'You’re signed in');
  await page.goBack();
  await expect(page).not.toHaveURL('/login');
});
