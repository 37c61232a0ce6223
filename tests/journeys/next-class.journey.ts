import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { classes } from '../../src/server/database/schema.ts';
import { openReminderWatch } from '../../src/server/reminders/index.ts';
import { outboxOf } from '../support/client.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../support/journey.ts';
import { marcus, prepareMarcus, startOfClass8 } from '../support/marcus.ts';
import { meetingsOf } from '../support/meetings.ts';
import { classCard, title } from '../support/student-pages.ts';

const minute = 60_000;
const hour = 60 * minute;
const bar = (page: Page) => page.getByRole('region', { name: 'Your next class' });
const join = (page: Page) => bar(page).getByText('Join Class');
const light = { loud: 'rgb(140, 203, 242)', quiet: 'rgb(255, 255, 255)' };

test('the next class is in reach from a day before until an hour after its start', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(marcus);
  const openAt = async (milliseconds: number, width: number) => {
    portal.clock.moveTo(new Date(startOfClass8 + milliseconds));
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/schedule');
    await expect(title(page)).toHaveText('Your Course Schedule');
    await expect(classCard(page, 10)).toBeVisible();
  };
  for (const width of [390, 1280]) {
    await openAt(-25 * hour, width);
    await expect(bar(page)).toBeHidden();
    await openAt(-23 * hour, width);
    await expect(bar(page)).toContainText(/Class 8 · tomorrow at 9:00.AM.PT, ?in 23 hours/);
    await expect(join(page)).toHaveCSS('background-color', light.quiet);
    await openAt(-14 * minute, width);
    await expect(bar(page)).toContainText(/Class 8 · today at 9:00.AM.PT, ?in 14 minutes/);
    await expect(join(page)).toHaveCSS('background-color', light.loud);
    await expect(bar(page)).toBeInViewport({ ratio: 1 });
    const inCard = classCard(page, 8).getByText('Join Class');
    await inCard.scrollIntoViewIfNeeded();
    await expect(inCard).toHaveCSS('background-color', light.loud);
    await expect(bar(page)).toBeHidden();
    await openAt(30 * minute, width);
    await expect(bar(page)).toContainText(/Class 8 has begun · 9:00.AM.PT, ?30 minutes ago/);
    await openAt(61 * minute, width);
    await expect(bar(page)).toBeHidden();
  }
});

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('the next class is told in Pacific time and in the reader’s own', async ({
    signedInAs,
    portal,
  }) => {
    const page = await signedInAs(marcus);
    portal.clock.moveTo(new Date(startOfClass8 - hour));
    await page.goto('/schedule');
    await expect(bar(page)).toContainText(/today at 9:00.AM.PT/);
    await expect(bar(page)).toContainText(/Sat, Nov.21, 6:00.PM in.Berlin/);
    await bar(page).getByRole('button', { name: 'Trouble joining?' }).click();
    await expect(page.getByRole('dialog')).toContainText(/November.21, 6:00.PM in.Berlin/);
  });
});

test('who cannot join finds what helps, by keyboard, and the bar follows a class that is moved', async ({
  signedInAs,
  portal,
}) => {
  // The page and the dialog are looked through for faults at two widths each.
  test.setTimeout(120_000);
  const { classId } = await prepareMarcus(portal);
  portal.clock.moveTo(new Date(startOfClass8 - 15.5 * minute));
  const page = await signedInAs(marcus);
  await page.clock.install();
  await page.goto('/schedule');
  await expect(join(page)).toHaveAttribute('href', /tk=/);
  const told = page.getByRole('status').filter({ hasText: /^Class 8/ });
  await expect(told).toHaveCount(0);
  const pass = async (milliseconds: number) => {
    portal.clock.moveOn(milliseconds);
    await page.clock.fastForward(milliseconds);
  };
  await pass(minute);
  await expect(told).toHaveText(/^Class 8 · today at 9:00.AM.PT, in 15 minutes$/);
  await pass(3 * minute);
  await expect(bar(page)).toContainText('in 12 minutes');
  await expect(told).toContainText('in 15 minutes');
  await expectNoFaultsAtAnyWidth(page);

  const trouble = bar(page).getByRole('button', { name: 'Trouble joining?' });
  await join(page).focus();
  await page.keyboard.press('Tab');
  await expect(trouble).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Trouble joining?' });
  await expect(dialog).toContainText('Your teacher is Ruth.');
  const { zoomMeetingId, zoomPasscode } = await meetingsOf(portal).classRow(classId);
  const digits = async () => (await dialog.innerText()).replaceAll(' ', '');
  await expect.poll(digits).toContain(zoomMeetingId);
  await expect(dialog).toContainText(zoomPasscode ?? 'a passcode');
  await expect(dialog.getByRole('link', { name: 'how to join your class' })).toHaveAttribute(
    'href',
    '/help#join-your-class',
  );
  await expect(dialog.getByRole('link', { name: /^help@/ })).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.keyboard.press('Escape');
  await expect(trouble).toBeFocused();

  await portal.database.update(classes).set({ zoomPasscode: null }).where(eq(classes.id, classId));
  await trouble.press('Enter');
  await expect(dialog).toContainText('This class can be joined by its link only.');
  await page.keyboard.press('Escape');

  const later = { startsAt: new Date(startOfClass8 + hour), mayShareHost: true };
  await portal.database.update(classes).set(later).where(eq(classes.id, classId));
  await pass(7 * minute);
  await expect(bar(page)).toContainText(/Class 8 · today at 10:00.AM.PT, ?in 1 hour 5 minutes/);
  await expect(join(page)).toHaveCSS('background-color', light.quiet);
});

test('a student who has chosen some classes has the next one in reach as well', async ({
  signedInAs,
  portal,
}) => {
  const world = meetingsOf(portal);
  const startsAt = new Date(portal.clock.now().getTime() + 2 * hour);
  const classId = await world.addClass(startsAt.toISOString(), { mayShareHost: true });
  await world.register(await world.personId('new-student@demo.test'), classId, 5);
  const page = await signedInAs('new-student@demo.test');
  await page.goto('/schedule');
  await expect(title(page)).toHaveText('Finish choosing your class times');
  await expect(classCard(page, 5)).toContainText('in 2 hours');
  const goOn = page.getByRole('link', { name: 'Continue choosing' });
  await expect(goOn).toHaveCSS('background-color', light.loud);
  portal.clock.moveTo(new Date(startsAt.getTime() - 10 * minute));
  await page.reload();
  await expect(classCard(page, 5).getByText('Join Class')).toHaveCSS(
    'background-color',
    light.loud,
  );
  await expect(goOn).toHaveCSS('background-color', light.quiet);
});

test('the link of a reminder lands on its class, at whatever time that is by then', async ({
  page,
  portal,
}) => {
  const { phone, classId } = await prepareMarcus(portal);
  portal.clock.moveTo(new Date(startOfClass8 - hour));
  await openReminderWatch(portal).check();
  const reminder = async () =>
    (await outboxOf(portal)).find(({ to, text }) => to === phone && text.includes('class 8'));
  await expect.poll(reminder, { timeout: 10_000 }).toBeTruthy();
  const [link = ''] = (await reminder())?.links ?? [];
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  const heading = page.locator('#class-8');
  await expect(heading).toBeFocused();
  await expect(classCard(page, 8)).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveURL('/schedule?class=8');

  const startsAt = new Date(startOfClass8 + 24 * hour);
  await portal.database.update(classes).set({ startsAt }).where(eq(classes.id, classId));
  await page.goto('/help');
  await page.goto(link);
  await expect(heading).toBeFocused();
  await expect(classCard(page, 8)).toContainText('Sunday, November 22, 2026');
  await expect(classCard(page, 8)).toBeInViewport({ ratio: 1 });
});
