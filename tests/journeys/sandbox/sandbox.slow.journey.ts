import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaults, look, test } from '../../support/journey.ts';
import { marcus, prepareMarcus } from '../../support/marcus.ts';
import { meetingsOf } from '../../support/meetings.ts';
import type { Portal } from '../../support/portal.ts';
import { classCard } from '../../support/student-pages.ts';

const tabs = ['People', 'Inbox', 'Phones', 'Meetings', 'Retreat site', 'Vendors'];

/** Uses the portal's host name, because cookies belong to a host and not to a port. */
const stageOf = ({ sandbox }: Portal) => sandbox.url.replace('127.0.0.1', 'localhost');

const askForLink = (portal: Portal, email: string) =>
  fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.url },
    body: JSON.stringify({ email }),
  });

test('a text arrives on a phone, and a reply there reaches the portal', async ({
  page,
  portal,
}) => {
  const whose = eq(people.email, marcus);
  const [student] = await portal.database.select().from(people).where(whose);
  await page.goto('/login');
  await page.getByLabel('Email or Phone').fill(student?.phone ?? '');
  await page.getByRole('button', { name: 'Send Login Link' }).click();

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${portal.sandbox.url}/phones`);
  const phones = page.getByRole('navigation', { name: 'Phones' });
  await phones.getByRole('link', { name: 'Marcus Bell' }).click();
  const phone = page.getByRole('region', { name: 'Marcus Bell’s phone' });
  await expect(phone.getByRole('listitem')).toContainText('or sign in here: http');
  await expectNoFaults(page);
  const stop = phone.getByRole('button', { name: 'STOP' });
  await stop.click();
  await expect(phone.getByRole('listitem').last()).toContainText(
    'You have successfully been unsubscribed',
  );
  await expect(stop).toBeFocused();
  const [after] = await portal.database.select().from(people).where(whose);
  expect(after?.textConsent).toBe(false);
});

test('the inbox shows an email as sent, and the email server can refuse the next one', async ({
  page,
  portal,
}) => {
  await askForLink(portal, marcus);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${portal.sandbox.url}/inbox`);
  const mails = page.getByRole('navigation', { name: 'Emails' });
  await mails.getByRole('link', { name: 'Your link to the course portal' }).click();
  await expect(page).toHaveURL(/\/inbox\/1$/);
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('width', '375');
  const mail = page.frameLocator('iframe');
  await expect(mail.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Desktop' }).click();
  await expect(frame).toHaveAttribute('width', '700');
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(mail.locator('body')).toHaveCSS('background-color', 'rgb(15, 26, 32)');

  await page.getByRole('link', { name: 'Vendors' }).click();
  const recipients = page.getByLabel('Recipients');
  await recipients.focus();
  await recipients.selectOption('are unknown (550)');
  const section = page.getByRole('region', { name: 'Email server' });
  await expect(section.getByText('1 changed')).toBeVisible();
  await expect(recipients).toBeFocused();
  await askForLink(portal, 'new-student@demo.test');
  const refused = () =>
    portal.database.execute(`select 1 from pgboss.job where name = 'dead-jobs'`);
  await expect.poll(async () => (await refused()).rows.length).toBe(1);
  await page.getByRole('link', { name: /^The email server returned an error: 5\.1\.1/ }).click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('the clock moves in steps and says when there is no upcoming class, and Zoom can be changed', async ({
  page,
  portal,
}) => {
  await page.goto(portal.sandbox.url);
  const time = page.locator('#now');
  await expect(time).toContainText('Monday, November 16, 2026 at 10:0');
  await page.getByRole('button', { name: 'Skip a Day' }).click();
  await expect(time).toContainText('Tuesday, November 17, 2026 at 10:0');
  await page.getByRole('button', { name: 'Skip an Hour' }).click();
  await expect(time).toContainText('November 17, 2026 at 11:0');
  for (const step of ['Skip to Next Class', 'Skip to End of Term']) {
    await page.getByRole('button', { name: step }).click();
    await expect(page.getByText('There are no upcoming classes.')).toBeVisible();
  }
  expect(portal.clock.now().toISOString()).toMatch(/^2026-11-17T19:/);

  await page.goto(`${portal.sandbox.url}/vendors`);
  const faults = async () => (await page.request.get(`${portal.sandbox.url}/zoom/faults`)).json();
  await page.getByRole('switch', { name: 'The plan is Basic' }).check();
  await expect.poll(faults).toEqual({ plan: 'basic' });
  await page.getByRole('button', { name: 'Reset Zoom', exact: true }).click();
  await expect.poll(faults).toEqual({});
  await expect(page.getByRole('switch', { name: 'The plan is Basic' })).not.toBeChecked();
});

test('the tour and the cards sign in with a real link, and the tour continues where it stopped', async ({
  context,
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(stageOf(portal));
  await page.getByRole('button', { name: 'Start the Tour' }).click();
  const tour = page.getByRole('region', { name: /^Step/ });
  await expect(tour).toContainText('Step 1 of 6');
  await expect(tour).toContainText('Nora hasn’t gotten an email yet.');
  const opened = context.waitForEvent('page');
  await tour.getByRole('button', { name: 'Sign In as Nora' }).click();
  await (await opened).waitForURL(`${portal.url}/onboarding`);
  await expect(tour).toContainText('Nora got her link.');
  await expectNoFaults(page);
  await tour.getByRole('button', { name: 'Next Step' }).click();
  await expect(tour).toContainText('Step 2 of 6');
  await expect(tour.getByRole('button', { name: 'Next Step' })).toBeFocused();
  await page.goto(`${stageOf(portal)}/inbox`);
  await expect(tour).toContainText('Step 2 of 6');
  await tour.getByRole('button', { name: 'Leave the Tour' }).click();
  await expect(tour).toBeHidden();
  await page.goto(stageOf(portal));
  await page.getByRole('button', { name: 'Take the Tour' }).click();
  await expect(tour).toContainText('Step 1 of 6');
  await tour.getByRole('button', { name: 'Leave the Tour' }).click();
  await expect(tour).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(stageOf(portal));
  for (const [button, path] of [
    ['Sign In as Nora', '/onboarding'],
    ['Sign In as Amara', '/admin'],
    ['Sign In by Text as Marcus', '/schedule'],
  ] as const) {
    const next = context.waitForEvent('page');
    await page.getByRole('button', { name: button }).click();
    const tab = await next;
    await tab.waitForURL(`${portal.url}${path}`);
    await tab.close();
  }
  const feed = page.getByRole('list', { name: 'What just happened' });
  await expect(feed.getByText(/^Text to Marcus Bell: /)).toBeVisible();
});

test('a student who presses Join is present after two hours, and one who doesn’t is absent', async ({
  page,
  portal,
  signedInAs,
}) => {
  const { personId, classId } = await prepareMarcus(portal);
  const world = meetingsOf(portal);
  const absent = await world.personId('new-student@demo.test');
  await world.register(absent, classId, 5);
  await world.link(absent, classId);
  await page.goto(portal.sandbox.url);
  await page.getByText('Options for the clock').click();
  await page.getByLabel('Whose class').selectOption(marcus);
  await page.getByLabel('Who attends skipped classes').selectOption('Only people who pressed Join');
  await page.getByRole('button', { name: 'Skip to Next Class' }).click();
  await expect(page.locator('#now')).toContainText('November 21, 2026 at 8:5');

  const schedule = await signedInAs(marcus);
  await schedule.goto('/schedule');
  const opened = schedule.context().waitForEvent('page');
  await schedule.getByRole('link', { name: /^Join/ }).filter({ visible: true }).first().click();
  const room = await opened;
  await expect(room.getByText('The host hasn’t started this meeting yet.')).toBeVisible();
  await expectNoFaults(room);
  await expect(room.getByRole('link', { name: 'Back to the portal' })).toBeVisible();
  const feed = page.getByRole('list', { name: 'What just happened' });

  await page.getByRole('button', { name: 'Skip an Hour' }).click();
  await expect(feed.getByText(/^Marcus Bell joined the class on Saturday/)).toBeVisible();
  await page.getByRole('button', { name: 'Skip an Hour' }).click();
  await expect(feed.getByText('The 9:00 AM class is over')).toBeVisible();
  await portal.sandbox.zoomWebhooksSent();
  expect(await world.present(classId)).toEqual([personId]);
  expect(await world.record(absent, classId)).toBeUndefined();
  await schedule.goto('/schedule');
  await expect(classCard(schedule, 8)).toContainText('Completed');
});

look(
  'each tab has its own URL, works with Back, and has no faults at any width',
  async ({ page, portal }) => {
    await page.goto(portal.sandbox.url);
    for (const name of tabs) {
      await page.getByRole('navigation', { name: 'Demo' }).getByRole('link', { name }).click();
      await expect(page.locator('[aria-current=page]').first()).toHaveText(name);
      for (const width of [390, 820, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoFaults(page);
      }
    }
    await page.goBack();
    await expect(page).toHaveURL(/\/retreat-site$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/meetings$/);
  },
);

test('updates don’t move the page, its scroll position or the focus', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(portal.sandbox.url);
  const button = page.getByRole('button', { name: 'Sign In as Aiko' });
  await button.scrollIntoViewIfNeeded();
  await button.focus();
  const before = await button.boundingBox();
  const travel = (to: string) =>
    page.request.post(`${portal.sandbox.url}/stage/clock`, { form: { to } });
  await travel('hour');
  const feed = page.getByRole('list', { name: 'What just happened' });
  await expect(feed.getByRole('listitem').first()).toContainText('at 11:0');
  expect(await button.boundingBox()).toEqual(before);
  await expect(button).toBeFocused();

  for (let hour = 0; hour < 12; hour += 1) await travel('hour');
  await expect(feed.getByRole('listitem')).toHaveCount(13);
  const top = 'document.getElementById("feed").scrollTop';
  await page.evaluate(`${top} = 60`);
  const third = feed.getByRole('listitem').nth(2);
  const seen = await third.boundingBox();
  await travel('day');
  await expect(feed.getByRole('listitem')).toHaveCount(14);
  const now = await feed.getByRole('listitem').nth(3).boundingBox();
  // The browser rounds the scroll position to whole pixels.
  expect(Math.abs((now?.y ?? 0) - (seen?.y ?? 0))).toBeLessThan(1);
});
