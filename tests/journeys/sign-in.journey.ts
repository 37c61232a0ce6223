import type { Page } from '@playwright/test';
import { loginTokens } from '../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../support/journey.ts';
import { askForLink, codeSentTo, linkSentTo, typeCode } from '../support/login-page.ts';
import type { Portal } from '../support/portal.ts';
import { routeOnce } from '../support/route-once.ts';

const nora = { email: 'new-student@demo.test', phone: '+12025550102' };

async function signIn(page: Page, portal: Portal): Promise<string> {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  await page.goto(link);
  await expect(page).toHaveURL('/onboarding');
  return link;
}

test('a link asked for by email signs a new student in', async ({ page, portal }) => {
  await askForLink(page, nora.email);
  // The toast goes; what to do next stays on the page.
  await expect(page.getByText('Check your email', { exact: true })).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.goto(await linkSentTo(portal, nora.email));
  await expect(page.getByText('Email verified successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/onboarding');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a phone number finds its account in whichever way it is written', async ({
  page,
  portal,
}) => {
  await askForLink(page, '202.555.0102');
  await page.goto(await linkSentTo(portal, nora.phone));
  await expect(page).toHaveURL('/onboarding');
});

test('the short link in a text asks whoever did not ask for it, and signs them in', async ({
  page,
  portal,
  browser,
}) => {
  await askForLink(page, nora.phone);
  const link = await linkSentTo(portal, nora.phone);
  expect(new URL(link).pathname).toMatch(/^\/s\/[\w-]{22}$/);
  const phone = await browser.newPage();
  await phone.goto(link);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone).toHaveURL(`${portal.url}/onboarding`);
  await phone.close();
});

test('a token is posted once per visit', async ({ page, portal }) => {
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/verify')) posts.push(request.method());
  });
  await signIn(page, portal);
  await page.waitForLoadState('networkidle');
  expect(posts).toEqual(['POST']);
});

test('what the server said before signing in, and comes late, signs nobody out', async ({
  page,
  portal,
}) => {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  // With a session that has ended the page has to ask; without any it would not.
  await page.context().addCookies([{ name: 'session', value: 'ended', url: portal.url }]);
  const late = Promise.withResolvers<void>();
  await routeOnce(page, '**/api/user', async (route) => {
    const answer = await route.fetch();
    await late.promise;
    await route.fulfill({ response: answer });
  });
  await page.goto(link);
  await expect(page).toHaveURL('/onboarding');
  late.resolve();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/onboarding');
});

test('going back or opening the same link again leads into the portal', async ({
  page,
  portal,
}) => {
  const link = await signIn(page, portal);
  await page.reload();
  await expect(page).toHaveURL('/onboarding');
  await page.goBack();
  await expect(page).toHaveURL('/onboarding');
  await page.goto(link);
  await expect(page).toHaveURL('/onboarding');
  await expect(page.getByText('Verification failed', { exact: true })).toBeHidden();
});

test('another browser is shown whose account it is and signs in only when told to', async ({
  page,
  portal,
  browser,
}) => {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  const elsewhere = await browser.newContext({ baseURL: portal.url });
  const other = await elsewhere.newPage();
  await other.goto(link);
  const heading = other.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Sign in as n•••@demo.test');
  await expect(
    other.getByText('This link was asked for in another browser or on another device.'),
  ).toBeVisible();
  await expect(
    other.getByText('Press Continue if this account is yours. If it is not, close this page.'),
  ).toBeVisible();
  await expectNoFaultsAtAnyWidth(other);
  expect((await other.request.get('/api/user')).status()).toBe(401);
  await other.reload();
  await expect(heading).toHaveText('Sign in as n•••@demo.test');
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByText('Email verified successfully', { exact: true })).toBeVisible();
  await expect(other).toHaveURL('/onboarding');
  await elsewhere.close();
});

test('an expired link says so, leads back to the login page two seconds later, and a new one is a press away', async ({
  page,
  portal,
}) => {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  await portal.database.update(loginTokens).set({ redirectTo: '/onboarding?from=mail' });
  portal.clock.moveOn(20 * 60 * 1000);
  const refused = page.waitForResponse('**/api/auth/verify').then(() => Date.now());
  await page.goto(link);
  await expect(page.getByText('Verification failed', { exact: true })).toBeVisible();
  const why = page.getByText('This link has expired. It worked for 15 minutes.');
  await expect(why.first()).toBeVisible();
  await page.waitForURL('/login');
  expect(Date.now() - (await refused)).toBeGreaterThan(1000);
  await expect(page.getByText('Your link could not be verified')).toBeVisible();
  await expect(page.getByText('A new one can be sent to n•••@demo.test.')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.reload();
  await page.getByRole('button', { name: 'Send me a new one' }).click();
  await expect(page.getByText('on their way to n•••@demo.test.')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await typeCode(page, await codeSentTo(portal, nora.email, 2));
  await expect(page).toHaveURL('/onboarding?from=mail');
});

test('a link leads to the page that it names', async ({ page, portal }) => {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  await portal.database.update(loginTokens).set({ redirectTo: '/help?from=mail' });
  await page.goto(link);
  await expect(page.getByText('Email verified successfully', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/help?from=mail');
});

test('a link never leads to another site, even if the server’s answer named one', async ({
  page,
  portal,
}) => {
  await askForLink(page, nora.email);
  const link = await linkSentTo(portal, nora.email);
  await page.route('**/api/auth/verify', async (route) => {
    const response = await route.fetch();
    // A browser leaves the tab out, and what remains names another host.
    const json = { ...(await response.json()), redirectTo: '/\t/elsewhere.test' };
    await route.fulfill({ response, json });
  });
  await page.goto(link);
  await expect(page).toHaveURL('/onboarding');
});

test('logging out ends the session and leads to the login page', async ({ page, portal }) => {
  await signIn(page, portal);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email or Phone')).toBeVisible();
  expect((await page.request.get('/api/user')).status()).toBe(401);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});
