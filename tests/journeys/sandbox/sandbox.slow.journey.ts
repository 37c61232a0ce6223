import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaults, look, test } from '../../support/journey.ts';
import { marcus, prepareMarcus } from '../../support/marcus.ts';
import { meetingsOf } from '../../support/meetings.ts';
import type { Portal } from '../../support/portal.ts';
import { classCard } from '../../support/student-pages.ts';

const tabs = ['People', 'Inbox', 'Phones', 'Meetings', 'Retreat site', 'Vendors'];

/** By the name that the portal has too: cookies tell hosts apart, and not ports. */
const stageOf = ({ sandbox }: Portal) => sandbox.url.replace('127.0.0.1', 'localhost');

const askForLink = (portal: Portal, email: string) =>
  fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.url },
    body: JSON.stringify({ email }),
  });

test('the sandbox receives a text on a phone, and what is answered there reaches the portal', async ({
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
  const phone = page.getByRole('region', { name: 'Phone of Marcus Bell' });
  await expect(phone.getByRole('listitem')).toContainText('sign in with http');
  await expectNoFaults(page);
  const stop = phone.getByRole('button', { name: 'STOP' });
  await stop.click();
  await expect(phone.getByRole('listitem').last()).toContainText(
    'You have successfully been unsubscribed',
  );
  await expect(stop).toBeFocused();
  const [told] = await portal.database.select().from(people).where(whose);
  expect(told?.textConsent).toBe(false);
});

test('the sandbox shows a mail as it was mailed, and has the mail server refuse the next one', async ({
  page,
  portal,
}) => {
  await askForLink(portal, marcus);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${portal.sandbox.url}/inbox`);
  const mails = page.getByRole('navigation', { name: 'Mails' });
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
  const section = page.getByRole('region', { name: 'Mail server' });
  await expect(section.getByText('1 not as usual')).toBeVisible();
  await expect(recipients).toBeFocused();
  await askForLink(portal, 'new-student@demo.test');
  const refused = () =>
    portal.database.execute(`select 1 from pgboss.job where name = 'dead-jobs'`);
  await expect.poll(async () => (await refused()).rows.length).toBe(1);
  await page.getByRole('link', { name: /^The mail server refused: 5\.1\.1/ }).click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('the sandbox moves the portal’s clock by steps, says so when no class lies ahead, and switches Zoom', async ({
  page,
  portal,
}) => {
  await page.goto(portal.sandbox.url);
  const time = page.locator('#now');
  await expect(time).toContainText('Monday, November 16, 2026 at 10:0');
  await page.getByRole('button', { name: 'A day on' }).click();
  await expect(time).toContainText('Tuesday, November 17, 2026 at 10:0');
  await page.getByRole('button', { name: 'An hour on' }).click();
  await expect(time).toContainText('November 17, 2026 at 11:0');
  for (const step of ['To the next class', 'To the end of term']) {
    await page.getByRole('button', { name: step }).click();
    await expect(page.getByText('No class lies ahead.')).toBeVisible();
  }
  expect(portal.clock.now().toISOString()).toMatch(/^2026-11-17T19:/);

  await page.goto(`${portal.sandbox.url}/vendors`);
  const faults = async () => (await page.request.get(`${portal.sandbox.url}/zoom/faults`)).json();
  await page.getByRole('switch', { name: 'The plan is Basic' }).check();
  await expect.poll(faults).toEqual({ plan: 'basic' });
  await page.getByRole('button', { name: 'Zoom: all as usual', exact: true }).click();
  await expect.poll(faults).toEqual({});
  await expect(page.getByRole('switch', { name: 'The plan is Basic' })).not.toBeChecked();
});

test('the tour signs in through the real link and goes on where it was left, and so does a card, whoever was signed in before', async ({
  context,
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(stageOf(portal));
  await page.getByRole('button', { name: 'Start the tour' }).click();
  const tour = page.getByRole('region', { name: /^Step/ });
  await expect(tour).toContainText('Step 1 of 6');
  await expect(tour).toContainText('Nora has got no mail yet.');
  const opened = context.waitForEvent('page');
  await tour.getByRole('button', { name: 'Sign in as Nora' }).click();
  await (await opened).waitForURL(`${portal.url}/onboarding`);
  await expect(tour).toContainText('Nora has got her link.');
  await expectNoFaults(page);
  await tour.getByRole('button', { name: 'Next step' }).click();
  await expect(tour).toContainText('Step 2 of 6');
  await expect(tour.getByRole('button', { name: 'Next step' })).toBeFocused();
  await page.goto(`${stageOf(portal)}/inbox`);
  await expect(tour).toContainText('Step 2 of 6');
  await tour.getByRole('button', { name: 'Leave the tour' }).click();
  await expect(tour).toBeHidden();
  await page.goto(stageOf(portal));
  await page.getByRole('button', { name: 'Take the guided tour' }).click();
  await expect(tour).toContainText('Step 1 of 6');
  await tour.getByRole('button', { name: 'Leave the tour' }).click();
  await expect(tour).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(stageOf(portal));
  for (const [button, path] of [
    ['Sign in as Nora', '/onboarding'],
    ['Sign in as Amara', '/admin'],
    ['By text as Marcus', '/schedule'],
  ] as const) {
    const next = context.waitForEvent('page');
    await page.getByRole('button', { name: button }).click();
    const tab = await next;
    await tab.waitForURL(`${portal.url}${path}`);
    await tab.close();
  }
  const feed = page.getByRole('list', { name: 'What just happened' });
  await expect(feed.getByText('Login link sent to Marcus Bell by text')).toBeVisible();
});

test('whoever presses Join is present after two hours, and whoever does not is absent', async ({
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
  await page.getByText('Options of the clock').click();
  await page.getByLabel('Whose class').selectOption(marcus);
  await page.getByLabel('Classes that pass').selectOption('only who has pressed Join is in');
  await page.getByRole('button', { name: 'To the next class' }).click();
  await expect(page.locator('#now')).toContainText('November 21, 2026 at 8:5');

  const schedule = await signedInAs(marcus);
  await schedule.goto('/schedule');
  const opened = schedule.context().waitForEvent('page');
  await schedule.getByRole('link', { name: /^Join/ }).last().click();
  const room = await opened;
  await expect(room.getByText('The host has not started this meeting yet.')).toBeVisible();
  await expectNoFaults(room);
  await expect(room.getByRole('link', { name: 'Back to the portal' })).toBeVisible();
  const feed = page.getByRole('list', { name: 'What just happened' });

  await page.getByRole('button', { name: 'An hour on' }).click();
  await expect(feed.getByText(/^Marcus Bell joined the class of Saturday/)).toBeVisible();
  await page.getByRole('button', { name: 'An hour on' }).click();
  await expect(feed.getByText('The class of 9:00 AM is over')).toBeVisible();
  await portal.sandbox.zoomWebhooksSent();
  expect(await world.present(classId)).toEqual([personId]);
  expect(await world.record(absent, classId)).toBeUndefined();
  await schedule.goto('/schedule');
  await expect(classCard(schedule, 8)).toContainText('Completed');
});

look(
  'each tab has an address of its own, can be gone back to, and has no faults at any width',
  async ({ page, portal }) => {
    await page.goto(portal.sandbox.url);
    for (const name of tabs) {
      await page.getByRole('navigation', { name: 'Sandbox' }).getByRole('link', { name }).click();
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

test('what happens is told without moving the page, its scrolling or the focus', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(portal.sandbox.url);
  const button = page.getByRole('button', { name: 'Sign in as Aiko' });
  await button.scrollIntoViewIfNeeded();
  await button.focus();
  const before = await button.boundingBox();
  const travel = (to: string) =>
    page.request.post(`${portal.sandbox.url}/clock/travel`, { data: { to } });
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
  // Scrolling is by whole pixels.
  expect(Math.abs((now?.y ?? 0) - (seen?.y ?? 0))).toBeLessThan(1);
});
