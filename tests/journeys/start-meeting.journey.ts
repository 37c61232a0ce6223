import { eq } from 'drizzle-orm';
import { classes } from '../../src/server/database/schema.ts';
import { openTab, rowWith } from '../support/admin-pages.ts';
import { expect, test } from '../support/journey.ts';
import { routeOnce } from '../support/route-once.ts';
import { expectToast, refuse } from '../support/student-pages.ts';

const admin = 'admin@demo.test';
const nextClass = 'Mon, Nov 16, 2026';

test('starting a meeting opens its fresh address in a new tab, two hours before the class after a question', async ({
  signedInAs,
  portal,
}) => {
  const startsAt = new Date('2026-11-16T20:00:00Z');
  const plan = {
    topic: 'TM Weekly Class',
    startsAt,
    minutes: 60,
    marker: 'class:test',
    passcode: '',
  };
  const { id } = await portal.zoom.create(portal.settings.meetings.hostUser, plan);
  const isIt = eq(classes.startsAt, startsAt);
  await portal.database.update(classes).set({ zoomMeetingId: id }).where(isIt);
  const page = await signedInAs(admin);
  await openTab(page, 'Classes');
  const start = rowWith(page, nextClass).getByRole('button', { name: /^Start Zoom Meeting/ });
  await expect(start.nth(1)).toBeDisabled();
  await start.first().click();
  const question = page.getByRole('dialog', { name: 'Start this meeting already?' });
  await expect(question).toContainText('Monday, November 16 at 12:00 PM PT');
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Start Now' }).click();
  const tab = await opened;
  await tab.waitForURL((url) => url.href.startsWith(portal.sandbox.url));
  expect(tab.url()).toContain(id);
});

test('a meeting that cannot be started says why and leaves no empty tab behind', async ({
  signedInAs,
  portal,
}) => {
  await portal.database.update(classes).set({ zoomMeetingId: '404404' });
  portal.clock.moveTo(new Date('2026-11-16T19:31:00Z'));
  const page = await signedInAs(admin);
  await openTab(page, 'Classes');
  const start = page.getByRole('button', { name: /^Start Zoom Meeting/ }).first();
  const fresh = '**/api/classes/*/fresh-zoom-url';
  await refuse(page, fresh, 'Zoom does not answer at the moment.', 503);
  await start.click();
  await expectToast(page, 'Error starting Zoom meeting', 'Zoom does not answer at the moment.');
  await routeOnce(page, fresh, (route) => route.fulfill({ status: 500, body: '' }));
  await start.click();
  await expectToast(page, 'Error starting Zoom meeting', 'Failed to get fresh Zoom URL');
  await routeOnce(page, fresh, (route) => route.fulfill({ json: {} }));
  await start.click();
  await expectToast(page, 'Error', 'Failed to get Zoom start URL');
  await start.click();
  await expectToast(page, 'No Zoom meeting', "This class doesn't have an associated Zoom meeting");
  await expect.poll(() => page.context().pages().length).toBe(1);
});

test('whoever teaches finds their classes of today and tomorrow above the list, and only theirs in it', async ({
  signedInAs,
  portal,
}) => {
  await portal.database.update(classes).set({ zoomMeetingId: '811' });
  const noon = eq(classes.startsAt, new Date('2026-11-16T20:00:00Z'));
  await portal.database.update(classes).set({ zoomMeetingId: null }).where(noon);
  const page = await signedInAs('teacher@demo.test');
  await page.goto('/admin');
  await expect(page.getByRole('banner')).toContainText('Daniel Reyes · Teacher');
  const own = page.getByRole('region', { name: 'Your classes today and tomorrow' });
  await expect(own.getByRole('listitem')).toContainText([
    /^Today, 12:00\sPM\sPTWeeklyThuy Nguyen \(class 7\)Preparing the meeting…/,
    /^Tomorrow, 4:00\sPM\sPTWeeklyOmar Rahimi \(class 6\)Start/,
  ]);
  const start = own.getByRole('button', { name: /^Start Zoom Meeting/ });
  await expect(start.first()).toBeDisabled();
  await expect(start.first()).toHaveAccessibleDescription('Preparing the meeting…');
  await expect(start.last()).toBeEnabled();

  await page.getByRole('button', { name: 'Last' }).click();
  await page.getByLabel('Only mine').check();
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
  const instructors = page.locator('td[data-name="Instructor"]');
  await expect(instructors).toHaveText(Array.from({ length: 20 }, () => 'Daniel'));
  await page.reload();
  await expect(page.getByLabel('Only mine')).toBeChecked();
  await page.goBack();
  await expect(page.getByLabel('Only mine')).not.toBeChecked();

  await page.getByRole('link', { name: 'Alumni page' }).click();
  await expect(page).toHaveURL('/classes');
  await expect(page.getByText('Text reminders')).toHaveCount(0);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/admin');
});
