import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people, retreatRegistrations } from '../../../src/server/database/schema.ts';
import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { comeBackTo } from '../../support/open-page.ts';
import type { Portal } from '../../support/portal.ts';
import { routeOnce } from '../../support/route-once.ts';
import { expectToast, hold } from '../../support/student-pages.ts';

const farah = 'finished-picking@demo.test';
const notice = (page: Page) => page.getByText(/retreat registrations? belongs? to nobody we know$/);

/** Somebody fills in the site's form; answers the address of the page about it. */
async function registerAs(portal: Portal, email: string, retreat = '2026-11-21'): Promise<string> {
  const { url } = await fetch(`${portal.sandbox.url}/retreats/registrations`, {
    method: 'POST',
    body: new URLSearchParams({ retreat, name: 'Eve', email, phone: '', code: '' }),
  });
  await portal.sandbox.retreatWebhooksSent();
  return url;
}

const matchDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Match Retreat Registrations' });
const guest = (page: Page, email: string) =>
  matchDialog(page).getByRole('listitem').filter({ hasText: email });

test('a student registers on the retreat site with the code and finds the retreat on the schedule', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(farah);
  await page.goto('/retreat-registration');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Retreats website' }).click();
  const site = await opened;
  await site.getByRole('link', { name: 'Register for Saturday, November 21, 2026' }).click();
  await site.getByLabel('Name').fill('Farah Haddad');
  await site.getByLabel('Email').fill('Finished-Picking@demo.test');
  await site.getByLabel('Code').fill('FIRSTRETREET');
  await site.getByRole('button', { name: 'Register' }).click();
  await expect(site.getByLabel('Code')).toHaveAccessibleDescription(/do not know the code/);
  await expect(site.getByLabel('Name')).toHaveValue('Farah Haddad');
  await expectNoFaults(site);
  await site.getByLabel('Code').fill('FIRSTRETREAT');
  await site.getByRole('button', { name: 'Register' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('You are registered');
  await expect(site.getByText('Free with the code FIRSTRETREAT')).toBeVisible();
  await portal.sandbox.retreatWebhooksSent();

  await comeBackTo(page);
  await expect(page.getByText('You are registered')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/text-consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  const shown = page.getByRole('heading', { name: /Retreat at the Lakeside House$/ });
  await expect(shown).toHaveText('One Day Yoga & Meditation Retreat at the Lakeside House');
  await expect(page.getByText('Saturday, November 21, 2026, 9:00 AM to 5:00 PM PT')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
});

test('back from the retreat site the open schedule shows the retreat, and the way to change it', async ({
  signedInAs,
  portal,
}) => {
  await portal.database
    .update(people)
    .set({ retreatContinueClicked: true, textContinueClicked: true })
    .where(eq(people.email, farah));
  const page = await signedInAs(farah);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Copy the code FIRSTRETREAT' }).press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('FIRSTRETREAT');
  await expectNoFaults(page);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Register' }).click();
  await (await opened).close();
  // They are back before the webhook is: the page asks a few times more.
  await comeBackTo(page);
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible();
  const address = await registerAs(portal, farah);
  await expect(page.getByText('Registered', { exact: true })).toBeVisible();
  await expect(page.getByText('Saturday, November 21, 2026')).toBeVisible();
  const change = page.getByRole('link', { name: 'Change or cancel' });
  await expect(change).toHaveAttribute('href', address.replace('/confirmed', ''));
  await expectNoFaults(page);
});

test('where the clipboard is refused, the code is selected to be copied by hand', async ({
  signedInAs,
}) => {
  const page = await signedInAs(farah);
  await page.addInitScript(
    `navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
     Document.prototype.execCommand = () => false;`,
  );
  await page.goto('/retreat-registration');
  await page.getByRole('button', { name: 'Copy the code FIRSTRETREAT' }).click();
  await expect(page.getByText('Please copy the selected code')).toBeVisible();
  expect(await page.evaluate('document.getSelection().toString()')).toBe('FIRSTRETREAT');
});

test('a date changed on the site changes the schedule, and a cancellation offers to register again', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('transfer-student@demo.test');
  await page.goto('/text-consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule Your Retreat' })).toBeVisible();
  const site = await page.context().newPage();
  await site.goto(await registerAs(portal, 'transfer-student@demo.test'));
  await site.getByRole('link', { name: 'Change or cancel this registration' }).click();
  await expectNoFaults(site);
  await site.getByRole('radio', { name: /Sunday, November 22, 2026/ }).check();
  await site.getByRole('button', { name: 'Change the date' }).click();
  await expect(site.getByText('Your registration has been changed.')).toBeVisible();
  await portal.sandbox.retreatWebhooksSent();
  await site.getByRole('link', { name: 'Back to your course portal' }).click();
  await expect(
    site.getByRole('heading', { name: 'A Day of Quiet in the Pine Hall' }),
  ).toBeVisible();

  await site.goBack();
  await site.getByRole('button', { name: 'Cancel this registration' }).click();
  await expect(site.getByText('Your registration has been cancelled.')).toBeVisible();
  await portal.sandbox.retreatWebhooksSent();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Schedule Your Retreat' })).toBeVisible();
  const again = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect((await again).getByRole('heading', { name: 'One-day retreats' })).toBeVisible();
});

test('registrations of strangers are matched by an admin, one after the other', async ({
  signedInAs,
  portal,
}) => {
  await registerAs(portal, 'eve@example.org');
  await registerAs(portal, 'mallory@example.org', '2026-11-22');
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await expect(notice(page)).toHaveText('2 retreat registrations belong to nobody we know');
  await page.getByRole('button', { name: 'Match…' }).dblclick();
  const eve = guest(page, 'eve@example.org');
  await expect(eve).toContainText('Saturday, November 21, 2026');
  await expect(eve).toContainText(/Registered Mon, Nov\s16,\s2026, 10:\d\d\sAM\sPT · LR-/);
  await expect(eve.getByRole('button', { name: 'Match' })).toBeDisabled();
  await eve.getByLabel('Student', { exact: true }).fill('nobody at all');
  await expect(eve.getByRole('status')).toHaveText('No students found');
  await eve.getByLabel('Student', { exact: true }).fill('NORA lind');
  await eve.getByRole('radio', { name: /^Nora Lindqvist/ }).check();
  await expectNoFaults(page);

  const letGo = await hold(page, '**/match');
  await eve.getByRole('button', { name: 'Match' }).dblclick();
  await expect(eve.getByRole('button', { name: 'Matching...' })).toBeVisible();
  await page.keyboard.press('Escape');
  letGo();
  await expectToast(page, 'Retreat registration matched', 'It belongs to Nora Lindqvist now.');
  await expect(eve).toHaveCount(0);
  await expect(matchDialog(page).getByRole('list')).toBeFocused();

  const mallory = guest(page, 'mallory@example.org');
  await mallory.getByLabel('Student', { exact: true }).fill('transfer-student@demo.test');
  await mallory.getByRole('radio').check();
  await routeOnce(page, '**/match', (route) => route.fulfill({ status: 500, body: '' }));
  await mallory.getByRole('button', { name: 'Match' }).click();
  await expectToast(page, 'Error', 'Failed to match the retreat registration');
  await expect(mallory.getByRole('radio')).toBeChecked();
  await mallory.getByRole('button', { name: 'Match' }).click();
  await expect(matchDialog(page)).toBeHidden();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  for (const email of ['new-student@demo.test', 'transfer-student@demo.test']) {
    const yes = rowWith(page, email).getByRole('button', { name: /^Yes edit the retreat/ });
    await expect(yes).toBeVisible();
  }
});

test('what somebody else has matched meanwhile is said and gone', async ({
  signedInAs,
  portal,
}) => {
  await registerAs(portal, 'eve@example.org');
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await expect(notice(page)).toHaveText('1 retreat registration belongs to nobody we know');
  await page.getByRole('button', { name: 'Match…' }).click();
  const eve = guest(page, 'eve@example.org');
  await eve.getByLabel('Student', { exact: true }).fill('nora');
  await eve.getByRole('radio', { name: /^Nora Lindqvist/ }).check();
  const [marcus] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'mid-course@demo.test'));
  await portal.database
    .update(retreatRegistrations)
    .set({ personId: marcus?.id ?? 0 })
    .where(eq(retreatRegistrations.email, 'eve@example.org'));
  await eve.getByRole('button', { name: 'Match' }).click();
  const sentence = 'This registration belongs to Marcus Bell already.';
  await expectToast(page, 'Error', sentence);
  await expect(eve.getByText(sentence)).toHaveCount(0);
  await matchDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(notice(page)).toHaveCount(0);
});

test('an account with the address of a registration settles it, and teachers are not bothered', async ({
  signedInAs,
  portal,
}) => {
  await registerAs(portal, 'nora.new@example.org');
  const teacher = await signedInAs('teacher@demo.test');
  await openTab(teacher, 'Students');
  await expect(notice(teacher)).toHaveCount(0);
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: 'new-student@demo.test' }).click();
  await page.getByLabel('Email', { exact: true }).fill('nora.new@example.org');
  await page.getByRole('button', { name: 'Update Student' }).click();
  await expectToast(page, 'Student information updated successfully.');
  await expect(notice(page)).toHaveCount(0);
  await expect(
    rowWith(page, 'nora.new@example.org').getByRole('button', { name: /^Yes edit/ }),
  ).toBeVisible();
});
