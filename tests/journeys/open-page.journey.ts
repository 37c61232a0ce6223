import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../support/journey.ts';
import { codeSentTo, typeCode } from '../support/login-page.ts';
import { comeBackTo, endSessions } from '../support/open-page.ts';
import { withoutAnswers } from '../support/page-answers.ts';
import { routeOnce } from '../support/route-once.ts';
import { classCard, expectToast, laterWeek, slot, title } from '../support/student-pages.ts';
import { addClassOn, clearClasses } from '../support/students.ts';

const marcus = 'mid-course@demo.test';
const aiko = 'alumni@demo.test';
const unreachable = 'The portal could not be reached. Please check your connection and try again.';
const hotelPage = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms.</p>',
};

test('an action after the session has ended is done once the code is typed', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  await laterWeek(page.getByRole('dialog')).click();
  await slot(page, /^Select Time, Wednesday, November 25/).click();
  // The page polls for the links of its classes, and would learn of it by that.
  await page.route('**/api/schedule', (route) => route.abort());
  await endSessions(portal);
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'You were signed out' });
  await expect(again).toContainText(marcus);
  await page.keyboard.press('Escape');
  await expectNoFaults(page);
  await again.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);
  await typeCode(page, await codeSentTo(portal, marcus));
  await expectToast(page, 'Class rescheduled successfully');
  await expect(page).toHaveURL('/schedule');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('whoever does not sign in again leaves the page for the login page', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(marcus);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await endSessions(portal);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Leave this page' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You were signed out', { exact: true })).toBeVisible();
});

test('what was ticked for one person is not saved for another who has signed in since', async ({
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

test('a page whose session has ended leads to the login page when it looks for news', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await expect(classCard(page, 8)).toBeVisible();
  await endSessions(portal);
  await comeBackTo(page);
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('What you saved is safe.')).toBeVisible();
  await expect(page.getByLabel('Email or Phone')).toHaveValue(marcus);
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  await typeCode(page, await codeSentTo(portal, marcus));
  await expect(page).toHaveURL('/schedule');
});

test('a page that Back restores as it was left asks who is signed in', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(marcus);
  await page.goto('/class-schedule');
  await expect(title(page)).toHaveText('Your Selected Class Schedule');
  await endSessions(portal);
  // An ordinary showing of the page does not ask; only one out of the browser's memory does.
  const asked = page.waitForRequest('**/api/user');
  await page.evaluate(
    `window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`,
  );
  await asked;
  await expect(page).toHaveURL('/login');
});

look(
  'a dialog that a deploy has replaced offers a reload, and the page stays',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    let isGone = true;
    await page.route(/\/assets\/move-dialog-.*\.js$/, (route) =>
      isGone ? route.fulfill({ status: 404, json: { message: 'Not found' } }) : route.fallback(),
    );
    await page.goto('/schedule');
    const reschedule = classCard(page, 8).getByRole('button', { name: 'Reschedule' });
    await reschedule.click();
    const failed = page.getByRole('dialog', { name: 'This could not be loaded' });
    await failed.getByRole('button', { name: 'Try Again' }).click();
    await expectNoFaults(page);
    isGone = false;
    await failed.getByRole('button', { name: 'Reload the Page' }).click();
    await expect(title(page)).toHaveText('Your Course Schedule');
    await reschedule.click();
    await expect(page.getByRole('dialog', { name: 'Reschedule Class 8' })).toBeVisible();
  },
);

look('a page that a deploy has replaced says so and offers a reload', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await expect(classCard(page, 8)).toBeVisible();
  await page.route(/\/assets\/help-screen-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(title(page)).toHaveText('This page could not be loaded');
  await expect(page).toHaveTitle(/This page could not be loaded/);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Reload the Page' })).toBeVisible();
});

test('what a hotel’s network answers in the portal’s place is no answer, and nothing is lost', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  const dialog = page.getByRole('dialog');
  await laterWeek(dialog).click();
  await slot(page, /^Select Time, Wednesday, November 25/).click();
  await routeOnce(page, '**/api/register/reschedule/*', (route) => route.fulfill(hotelPage));
  const confirm = dialog.getByRole('button', { name: 'Reschedule', exact: true });
  await confirm.click();
  await expectToast(page, 'Reschedule Failed', unreachable);
  await expect(slot(page, /^Selected, Wednesday, November 25/)).toBeVisible();
  await confirm.click();
  await expectToast(page, 'Class rescheduled successfully');
  await expect(classCard(page, 8)).toContainText('Wednesday, November 25, 2026');
});

look('a schedule that such a network answers is asked for again', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await withoutAnswers(page);
  await routeOnce(page, '**/api/schedule', (route) => route.fulfill(hotelPage));
  await page.goto('/schedule');
  await expect(title(page)).toHaveText('Failed to fetch classes');
  await expect(page.getByText(unreachable)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title(page)).toHaveText('Your Course Schedule');
});

look('news that such a network answers leaves the page as it was', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await expect(classCard(page, 5)).toContainText('Completed');
  const answered = page.waitForResponse('**/api/attendance');
  for (const path of ['**/api/attendance', '**/api/retreat-registration']) {
    await page.route(path, (route) => route.fulfill(hotelPage));
  }
  await comeBackTo(page);
  await answered;
  await expect(classCard(page, 5)).toContainText('Completed');
  await expect(page.getByRole('heading', { name: /at the Lakeside House$/ })).toBeVisible();
});

test('after the computer has slept, the page asks the server what time it is', async ({
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
  // performance.now() stood still meanwhile, so the page's own clock is two hours late.
  await page.evaluate(`{ const asleep = Date.now; Date.now = () => asleep() + ${twoHours}; }`);
  const asked = page.waitForRequest('**/healthz');
  await comeBackTo(page);
  await asked;
  await expect(page.getByRole('button', { name: 'Join Now' })).toBeVisible();
});
