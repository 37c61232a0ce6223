import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../../support/journey.ts';
import { codeSentTo, typeCode } from '../../support/login-page.ts';
import { comeBackTo, endSessions } from '../../support/open-page.ts';
import { classCard, expectToast, title } from '../../support/student-pages.ts';
import { addClassOn, clearClasses } from '../../support/students.ts';

const marcus = 'mid-course@demo.test';
const aiko = 'alumni@demo.test';

test('a page whose session has ended goes to the login page', async ({ signedInAs, portal }) => {
  test.slow();
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await expect(classCard(page, 8)).toBeVisible();
  await endSessions(portal);
  await comeBackTo(page);
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Everything you saved is safe.')).toBeVisible();
  await expect(page.getByLabel('Email or Phone')).toHaveValue(marcus);
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await typeCode(page, await codeSentTo(portal, marcus));
  await expect(page).toHaveURL('/schedule');

  await page.goto('/class-schedule');
  await expect(title(page)).toHaveText('Your Selected Class Schedule');
  await endSessions(portal);
  const asked = page.waitForRequest('**/api/user');
  await page.evaluate(
    `window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`,
  );
  await asked;
  await expect(page).toHaveURL('/login');

  const other = await signedInAs(marcus);
  await other.goto('/account');
  await other.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await endSessions(portal);
  await other.getByRole('dialog').getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(other.getByRole('dialog', { name: 'You were signed out' })).toBeVisible();
  await expectNoFaults(other);
  await other.getByRole('button', { name: 'Leave This Page' }).click();
  await expect(other).toHaveURL('/login');
  await expect(other.getByText('You were signed out', { exact: true })).toBeVisible();
});

test('a choice is not saved for someone else who has signed in since', async ({
  signedInAs,
  portal,
}) => {
  const consentOfAiko = async () =>
    (await portal.database.select().from(people).where(eq(people.email, aiko)))[0]?.textConsent;
  const before = await consentOfAiko();
  const page = await signedInAs('transfer-student@demo.test');
  await page.goto('/text-consent');
  await page.getByRole('checkbox').check();
  const [name = '', value = ''] = (await portal.cookieOf(aiko)).split('=');
  await page.context().addCookies([{ name, value, url: portal.url }]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Error');
  await expect(page).not.toHaveURL('/text-consent');
  expect(before).toBe(false);
  expect(await consentOfAiko()).toBe(false);
});

look('a dialog and a page replaced by a deploy offer a reload', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  let isGone = true;
  await page.route(/\/assets\/(move-dialog|help-screen)-.*\.js$/, (route) =>
    isGone ? route.fulfill({ status: 404, json: { message: 'Not found' } }) : route.fallback(),
  );
  await page.goto('/schedule');
  const reschedule = classCard(page, 8).getByRole('button', { name: 'Reschedule' });
  await reschedule.click();
  const failed = page.getByRole('dialog', { name: 'We couldn’t load this' });
  await failed.getByRole('button', { name: 'Try Again' }).click();
  await expectNoFaults(page);
  isGone = false;
  await failed.getByRole('button', { name: 'Reload the Page' }).click();
  await expect(title(page)).toHaveText('Your Course Schedule');
  await reschedule.click();
  await expect(page.getByRole('dialog', { name: 'Reschedule Class 8' })).toBeVisible();

  isGone = true;
  await page.goto('/schedule');
  await expect(classCard(page, 8)).toBeVisible();
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(title(page)).toHaveText('We couldn’t load this page');
  await expect(page).toHaveTitle(/We couldn’t load this page/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Reload the Page' })).toBeVisible();
});

test('after the computer has slept, the page asks the server for the time', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  await addClassOn(portal, '2026-11-16', '12PM');
  await portal.database
    .update(people)
    .set({ textContinueClicked: true })
    .where(eq(people.email, aiko));
  const page = await signedInAs(aiko);
  await page.goto('/classes');
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  const twoHours = 2 * 60 * 60 * 1000;
  portal.clock.moveOn(twoHours);
  // performance.now() stops during sleep, so the page's clock is two hours behind.
  await page.evaluate(`{ const asleep = Date.now; Date.now = () => asleep() + ${twoHours}; }`);
  const asked = page.waitForRequest('**/healthz');
  await comeBackTo(page);
  await asked;
  await expect(page.getByRole('button', { name: 'Join Now' })).toBeVisible();
});
