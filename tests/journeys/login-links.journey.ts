import type { Page } from '@playwright/test';
import { desc, eq } from 'drizzle-orm';
import { ownSignInNeeded } from '../../src/contract/sentences.ts';
import { auditLog, people } from '../../src/server/database/schema.ts';
import { countCalls, openTab, rowWith, searchBox } from '../support/admin-pages.ts';
import { expect, expectNoFaults, test } from '../support/journey.ts';
import { expectToast, hold, refuse } from '../support/student-pages.ts';

const nora = 'new-student@demo.test';
const address = /\/api\/admin\/people\/\d+\/login-link$/;
const copyLink = (page: Page) => page.getByRole('button', { name: 'Copy Link of Nora' });

async function findNora(page: Page) {
  await openTab(page, 'Students');
  await searchBox(page).fill(nora);
  await expect(copyLink(page)).toHaveCount(1);
}

test('a teacher copies a link, and a student signs in with it after pressing Continue', async ({
  signedInAs,
  browser,
  portal,
}) => {
  const page = await signedInAs('teacher@demo.test');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await findNora(page);
  const calls = countCalls(page, 'POST', address);
  const letGo = await hold(page, '**/login-link');
  await copyLink(page).dblclick();
  letGo();
  await expectToast(page, 'Copied to clipboard', 'Login link copied to clipboard');
  expect(calls()).toBe(1);
  const copied = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(copied).toMatch(new RegExp(`^${portal.url}/verify\\?token=`));

  const student = await browser.newPage();
  await student.goto(copied);
  await expect(student.getByRole('heading', { name: 'Sign in as n•••@demo.test' })).toBeVisible();
  await student.getByRole('button', { name: 'Continue' }).click();
  await expect(student).toHaveURL(/\/onboarding$/);
  await student.goto(`${portal.url}/account`);
  await expect(student.getByText(ownSignInNeeded)).toBeVisible();
  await expect(student.getByRole('button', { name: /Sign out everywhere|Download/ })).toHaveCount(
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

test('a browser that lets a page write to the clipboard only within the click gets the link', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('teacher@demo.test');
  // As Safari does: later than the click nothing may be written, but a promise is waited for.
  await page.addInitScript(`
    const refuse = () => Promise.reject(new DOMException('too late', 'NotAllowedError'));
    document.execCommand = () => false;
    navigator.clipboard.writeText = refuse;
    navigator.clipboard.write = async ([item]) => {
      if (window.event?.type !== 'click') return refuse();
      window.copied = await (await item.getType('text/plain')).text();
    };
  `);
  await findNora(page);
  const letGo = await hold(page, '**/login-link');
  await copyLink(page).click();
  letGo();
  await expectToast(page, 'Copied to clipboard', 'Login link copied to clipboard');
  expect(await page.evaluate('window.copied')).toMatch(
    new RegExp(`^${portal.url}/verify\\?token=`),
  );
});

test('a browser without a clipboard shows the link, selected, to be copied by hand', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('teacher@demo.test');
  await page.addInitScript(`
    const refuse = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    navigator.clipboard.writeText = refuse;
    navigator.clipboard.write = refuse;
    document.execCommand = () => false;
  `);
  await findNora(page);
  await copyLink(page).click();
  await expectToast(page, 'Error', 'The login link could not be copied.');
  const dialog = page.getByRole('dialog', { name: 'Copy the link by hand' });
  const field = dialog.getByLabel('Login link');
  await expect(field).toHaveValue(new RegExp(`^${portal.url}/verify\\?token=`));
  await expect(field).toBeFocused();
  const selected = await page.evaluate('getSelection().toString()');
  expect(selected).toBe(await field.inputValue());
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(copyLink(page)).toBeFocused();
});

test('a refused copy says why, and nothing is copied', async ({ signedInAs }) => {
  const page = await signedInAs('teacher@demo.test');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await findNora(page);
  await page.evaluate("navigator.clipboard.writeText('before')");
  await refuse(page, '**/login-link', 'That was too many attempts.', 429);
  await copyLink(page).click();
  await expectToast(page, 'Error', 'That was too many attempts.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('before');
});

test('whoever has no link is said to have none', async ({ signedInAs }) => {
  const page = await signedInAs('teacher@demo.test');
  await page.route('**/api/students', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as object[];
    await route.fulfill({ json: rows.map((row) => ({ ...row, loginLink: null })) });
  });
  await openTab(page, 'Students');
  await searchBox(page).fill(nora);
  await expect(rowWith(page, nora)).toContainText('No active link');
});
