import type { Page } from '@playwright/test';
import { expect, expectNoFaultsAtAnyWidth, look, test } from '../../support/journey.ts';
import { askForLink, linkSentTo } from '../../support/login-page.ts';
import { marcus, prepareMarcus } from '../../support/marcus.ts';
import { classCard, title } from '../../support/student-pages.ts';

for (const one of [test, look]) one.use({ serviceWorkers: 'allow' });

const copy = "caches.match('/offline-copy')";
const hasCopy = (page: Page) => page.evaluate(`${copy}.then(Boolean)`);
const joinClass8 = (page: Page) => classCard(page, 8).getByText('Join Class');

const waitForWorker = (page: Page) =>
  page.waitForFunction('navigator.serviceWorker.controller !== null');

async function waitForCopy(page: Page): Promise<void> {
  await expect.poll(() => hasCopy(page), { timeout: 40_000 }).toBe(true);
}

async function expectNoConnection(page: Page, path: string): Promise<void> {
  await expect(page.goto(path)).rejects.toThrow('net::ERR_');
}

test('the schedule opens without a network, with its Join links, until the student logs out', async ({
  page,
  portal,
}) => {
  await prepareMarcus(portal);
  await askForLink(page, marcus);
  await page.goto(await linkSentTo(portal, marcus));
  await expect(title(page)).toHaveText('Your Course Schedule');
  await expect(joinClass8(page)).toHaveAttribute('href', /tk=/);
  const address = String(await joinClass8(page).getAttribute('href'));
  await waitForCopy(page);
  const readCopy = () => page.evaluate(`${copy}.then((response) => response.text())`);
  await expect.poll(readCopy).toContain(address);

  await page.context().setOffline(true);
  await page.reload();
  const note = page.getByText('You’re offline.').locator('..');
  await expect(note).toContainText(/This is your schedule as of \d+:\d\d\s[AP]M\sPT\./);
  await expect(joinClass8(page)).toHaveAttribute('href', address);
  await expectNoFaultsAtAnyWidth(page);
  await page.goto('/account');
  await expect(page).toHaveURL('/schedule');
  await expect(joinClass8(page)).toBeVisible();

  await page.context().setOffline(false);
  await expect(note).toBeHidden();
  await expect(joinClass8(page)).toBeVisible();

  // The page has loaded again. React attaches its own properties to the elements that it has hydrated.
  const isHydrated = `[...document.querySelectorAll('button')].some((one) => /Logout/.test(one.textContent) && Object.keys(one).length > 0)`;
  await page.waitForFunction(`!/You’re offline/.test(document.body.innerText) && ${isHydrated}`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate('caches.keys()')).toEqual([]);
  await page.context().setOffline(true);
  await expectNoConnection(page, '/schedule');
});

look('a session that ended elsewhere leaves nothing behind', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await waitForCopy(page);
  await page.context().clearCookies();
  // A background request may already have led to the login page.
  await page.evaluate(`document.querySelector('[aria-label="Your Account"]')?.click()`);
  await expect(page).toHaveURL('/login');
  await expect.poll(() => hasCopy(page)).toBe(false);
});

test('alumni see their classes without a network', async ({ signedInAs }) => {
  const page = await signedInAs('alumni@demo.test');
  await page.goto('/classes');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(title(page)).toHaveText('Upcoming Classes');
  await waitForCopy(page);
  await page.context().setOffline(true);
  await page.goto('/');
  await expect(page).toHaveURL('/classes');
  await expect(page.getByText('These are the classes as of')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

look(
  'nothing of staff is kept, and their page deletes a student’s copy',
  async ({ signedInAs, portal }) => {
    const page = await signedInAs(marcus);
    await page.goto('/schedule');
    await waitForCopy(page);
    const [name = '', value = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
    await page.context().addCookies([{ name, value, url: portal.url }]);
    await page.goto('/admin');
    await waitForWorker(page);
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Classes' })).toBeVisible();
    expect(await page.evaluate('caches.keys()')).toEqual([]);
    await page.context().setOffline(true);
    await expectNoConnection(page, '/admin');
  },
);
