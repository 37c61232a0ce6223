import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { expect, look, test } from '../../support/journey.ts';
import { linkSentTo } from '../../support/login-page.ts';

/** Opens a page and returns what the browser reported, such as a difference between the server's HTML and React's. */
async function open(page: Page, address: string) {
  const reports: string[] = [];
  page.on('console', (message) => message.type() === 'error' && reports.push(message.text()));
  page.on('pageerror', ({ message }) => reports.push(message));
  await page.addInitScript(`document.addEventListener('readystatechange', () => {
    window.sent ??= document.querySelector('main');
  })`);
  await page.goto(address);
  await expect(page.locator('#root[data-path] main')).toBeVisible();
  // React attaches its own properties to the elements that it has hydrated.
  const countProperties = () => page.evaluate('Object.keys(document.querySelector("main")).length');
  await expect.poll(countProperties).toBeGreaterThan(0);
  expect(await page.evaluate('document.querySelector("main") === window.sent')).toBe(true);
  return reports;
}

test('the pages that the server renders are the ones that the browser renders', async ({
  page,
  portal,
  signedInAs,
}) => {
  for (const address of ['/login', '/privacy-policy', '/text-optin', '/your-schedule', '/help']) {
    expect(await open(page, address), address).toEqual([]);
  }
  await portal.database
    .update(people)
    .set({ textContinueClicked: true })
    .where(eq(people.role, 'alumni'));
  const student = await signedInAs('mid-course@demo.test');
  expect(await open(student, '/')).toEqual([]);
  await expect(student).toHaveURL('/schedule');
  expect(await open(await signedInAs('new-student@demo.test'), '/onboarding')).toEqual([]);
  expect(await open(await signedInAs('alumni@demo.test'), '/classes')).toEqual([]);
});

test('a page with class times in the student’s own time zone is rendered the same', async ({
  browser,
  portal,
}) => {
  await using context = await browser.newContext({ timezoneId: 'Europe/Berlin' });
  const [name = '', value = ''] = (await portal.cookieOf('mid-course@demo.test')).split('=');
  await context.addCookies([{ name, value, url: portal.url }]);
  await portal.database
    .update(people)
    .set({ timeZone: 'Europe/Berlin' })
    .where(eq(people.email, 'mid-course@demo.test'));
  const page = await context.newPage();
  expect(await open(page, `${portal.url}/schedule`)).toEqual([]);
  await expect(page.getByText('in Berlin').last()).toBeVisible();
});

look(
  'sample class times in the visitor’s own time zone cause no faults',
  async ({ browser, portal }) => {
    await using context = await browser.newContext({ timezoneId: 'Asia/Tokyo' });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(`${portal.url}/your-schedule`);
    await expect(page.getByText('in Tokyo').last()).toBeVisible();
    expect(faults).toEqual([]);
  },
);

/** Opens a page without its scripts, and returns a function that loads them. */
async function openWithoutScripts(page: Page, address: string) {
  const { promise: isAllowed, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate('Boolean(globalThis.earlyClick)')).toBe(true);
  return load;
}

test('what someone types before the scripts load is sent, with a click on the button', async ({
  page,
  portal,
}) => {
  const load = await openWithoutScripts(page, '/login');
  await page.getByLabel('Email or Phone').fill('mid-course@demo.test');
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  load();
  await expect(page.getByText('Login link sent!').first()).toBeVisible();
  expect(await linkSentTo(portal, 'mid-course@demo.test')).toContain('/verify');
});

look('a dialog opens if its button is clicked before the scripts load', async ({ signedInAs }) => {
  const page = await signedInAs('mid-course@demo.test');
  const load = await openWithoutScripts(page, '/schedule');
  await page.getByRole('button', { name: 'Reschedule' }).first().click();
  load();
  await expect(page.getByRole('dialog')).toBeVisible();
});

look('someone who was signed out still finds their email after a reload', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(`history.replaceState({ signedOut: { email: 'someone@example.com' } }, '')`);
  await page.reload();
  await expect(page.getByText('You were signed out')).toBeVisible();
  await expect(page.getByLabel('Email or Phone')).toHaveValue('someone@example.com');
});

look('a student can read the schedule without JavaScript', async ({ browser, portal }) => {
  await using context = await browser.newContext({ javaScriptEnabled: false });
  const [name = '', value = ''] = (await portal.cookieOf('mid-course@demo.test')).split('=');
  await context.addCookies([{ name, value, url: portal.url }]);
  const page = await context.newPage();
  await page.goto(`${portal.url}/schedule`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Course Schedule');
  await expect(page.getByText('Class 5').first()).toBeVisible();
});
