import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people, sessions } from '../../src/server/database/schema.ts';
import { countCalls, openTab, rowWith, searchBox } from '../support/admin-pages.ts';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../support/journey.ts';
import { comeBackTo } from '../support/open-page.ts';
import { expectToast, hold, refuse, title } from '../support/student-pages.ts';

const marcus = 'mid-course@demo.test';
const everywhere = (page: Page) => page.getByRole('button', { name: 'Sign out everywhere' });
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Sign out' });

for (const [email, start] of [
  [marcus, '/schedule'],
  ['alumni@demo.test', '/classes'],
  ['teacher@demo.test', '/admin'],
  ['admin@demo.test', '/admin'],
] as const) {
  look(`the header leads ${email} to their account`, async ({ signedInAs }) => {
    const page = await signedInAs(email);
    await page.goto(start);
    await page.getByRole('link', { name: 'Your account' }).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(title(page)).toHaveText('Your account');
    await expect(page.getByText(email)).toBeVisible();
  });
}

look('nobody sees an account, or the way to one, without signing in', async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/help');
  await expect(page.getByRole('link', { name: 'Your account' })).toHaveCount(0);
});

look('the page shows one’s details and devices, without faults', async ({ signedInAs }) => {
  await signedInAs(marcus);
  const page = await signedInAs(marcus);
  await page.goto('/account');
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details.getByRole('definition')).toHaveText([
    'Marcus Bell',
    marcus,
    '(202) 555-0103',
  ]);
  const devices = page.getByRole('region', { name: 'Where you are signed in' });
  const here = devices.getByRole('listitem').filter({ hasText: 'This device' });
  await expect(here).toHaveCount(1);
  await expect(here).toContainText('Active now');
  const other = devices.getByRole('listitem').filter({ hasNotText: 'This device' }).first();
  await expect(other).toContainText(/Signed in since [A-Z][a-z]+\s\d+ at\s\d+:\d\d\s[AP]M\sPT/);
  await expectNoFaultsAtAnyWidth(page);
});

look('the header has room for all of it on the narrowest phones', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/account');
    await expect(title(page)).toHaveText('Your account');
    const header = page.getByRole('banner');
    for (const item of [
      header.getByRole('link', { name: 'Help' }),
      header.getByRole('link', { name: 'Your account' }),
      header.getByRole('button', { name: 'Logout' }),
    ]) {
      await expect(item).toBeInViewport({ ratio: 1 });
      const box = await item.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectNoFaults(page);
  }
});

test('signing out everywhere ends the other browser’s session, as it shows when one comes back to it', async ({
  signedInAs,
}) => {
  const [here, there] = [await signedInAs(marcus), await signedInAs(marcus)];
  await there.goto('/schedule');
  await expect(title(there)).toHaveText('Your Course Schedule');
  await here.goto('/account');
  const calls = countCalls(here, 'POST', /sign-out-everywhere$/);
  await everywhere(here).click();
  await expect(here.getByRole('dialog', { name: 'Sign out everywhere?' })).toBeVisible();
  await expectNoFaults(here);
  const letGo = await hold(here, '**/api/account/sign-out-everywhere');
  await confirm(here).dblclick();
  await expect(here.getByRole('button', { name: 'Signing out...' })).toBeVisible();
  letGo();
  await expect(here).toHaveURL(/\/login$/);
  expect(calls()).toBe(1);
  await here.goto('/schedule');
  await expect(here).toHaveURL(/\/login$/);

  await comeBackTo(there);
  await expect(there).toHaveURL(/\/login$/);
});

test('whoever thinks better of it stays signed in, and a failure is said where one looks', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await page.goto('/account');
  await everywhere(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(everywhere(page)).toBeFocused();
  await refuse(page, '**/api/account/sign-out-everywhere', 'Something went wrong.', 500);
  await everywhere(page).click();
  await confirm(page).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Something went wrong.');
  await page.goto('/schedule');
  await expect(title(page)).toHaveText('Your Course Schedule');
});

look('everybody downloads their own data as a file', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/account');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(data.profile).toMatchObject({ firstName: 'Marcus', email: marcus });
});

test('a download that is refused is explained', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/account');
  await refuse(page, '**/api/account/data', 'You have downloaded your data very often today.', 429);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expectToast(page, 'You have downloaded your data very often today.');
});

test('devices that could not be loaded are asked for again', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await refuse(page, '**/api/account', 'Something went wrong.', 500);
  await page.goto('/account');
  await expect(page.getByRole('alert')).toContainText('Your devices could not be loaded');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('This device')).toBeVisible();
});

test('an admin signs a student out from the dialog that edits them', async ({
  signedInAs,
  portal,
}) => {
  const [page, student] = [await signedInAs('admin@demo.test'), await signedInAs(marcus)];
  await student.goto('/account');
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  await rowWith(page, marcus).getByRole('button', { name: marcus }).click();
  await everywhere(page).click();
  await expect(page.getByRole('dialog', { name: 'Sign out everywhere?' })).toContainText(
    'Marcus Bell will be signed out on every device',
  );
  await expectNoFaults(page);
  await confirm(page).click();
  await expectToast(page, 'Marcus Bell is signed out everywhere');
  await expect(page.getByRole('dialog', { name: 'Edit Student' })).toBeVisible();
  const [person] = await portal.database.select().from(people).where(eq(people.email, marcus));
  const isHis = eq(sessions.personId, person?.id ?? 0);
  expect(await portal.database.$count(sessions, isHis)).toBe(0);
  await student.getByRole('link', { name: 'Course Portal' }).click();
  await expect(student).toHaveURL(/\/(login)?$/);
  await expect(title(student)).toHaveText('Welcome to Your Course Portal');
});

test('a student changes the choice about texts at any time', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/account');
  const choice = page.getByRole('switch', {
    name: 'Yes, I want to receive text message reminders',
  });
  const wasOn = await choice.isChecked();
  await choice.click();
  await expectToast(page, 'Preferences updated', 'Your text message preferences have been saved.');
  await expectNoFaultsAtAnyWidth(page);
  await page.reload();
  await expect(choice).toBeChecked({ checked: !wasOn });
  await refuse(page, '**/api/update-text-consent', 'Please try again tomorrow.', 429);
  await choice.click();
  await expect(page.getByText('Please try again tomorrow.')).toBeVisible();
  await expect(choice).toBeChecked({ checked: !wasOn });
});
