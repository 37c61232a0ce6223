import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { classes } from '../../../src/server/database/schema.ts';
import { openReminderWatch } from '../../../src/server/reminders/index.ts';
import { outboxOf } from '../../support/client.ts';
import { expect, test } from '../../support/journey.ts';
import { marcus, prepareMarcus, startOfClass8 } from '../../support/marcus.ts';
import { meetingsOf } from '../../support/meetings.ts';
import { classCard, title } from '../../support/student-pages.ts';

const minute = 60_000;
const hour = 60 * minute;
const bar = (page: Page) => page.getByRole('region', { name: 'Your next class' });
const join = (page: Page) => bar(page).getByText('Join Class');
const light = { loud: 'rgb(140, 203, 242)', quiet: 'rgb(255, 255, 255)' };

test('the next class stays in view from an hour before its start until an hour after', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(marcus);
  const openAt = async (milliseconds: number, width: number) => {
    portal.clock.moveTo(new Date(startOfClass8 + milliseconds));
    // In a taller window, the card itself would be in view, and no bar would be needed.
    await page.setViewportSize({ width, height: width < 1024 ? 640 : 500 });
    await page.goto('/schedule');
    await expect(title(page)).toHaveText('Your Course Schedule');
    await expect(classCard(page, 10)).toBeVisible();
  };
  for (const width of [390, 1280]) {
    await openAt(-61 * minute, width);
    await expect(bar(page)).toBeHidden();
    await openAt(-59 * minute, width);
    await expect(bar(page)).toContainText(/Class 8 · today at 9:00.AM.PT, ?in 59 minutes/);
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
    await expect(bar(page)).toContainText(/Class 8 has started · 9:00.AM.PT, ?30 minutes ago/);
    await openAt(61 * minute, width);
    await expect(bar(page)).toBeHidden();
  }
});

test('a student who has chosen only some classes also sees the next one', async ({
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
  const goOn = page.getByRole('link', { name: 'Continue Choosing' });
  await expect(goOn).toHaveCSS('background-color', light.loud);
  portal.clock.moveTo(new Date(startsAt.getTime() - 10 * minute));
  await page.reload();
  await expect(classCard(page, 5).getByText('Join Class')).toHaveCSS(
    'background-color',
    light.loud,
  );
  await expect(goOn).toHaveCSS('background-color', light.quiet);
});

test('the link in a reminder leads to its class, even if the class has moved', async ({
  page,
  portal,
}) => {
  const { phone, classId } = await prepareMarcus(portal);
  portal.clock.moveTo(new Date(startOfClass8 - hour));
  await openReminderWatch(portal).check();
  const reminder = async () =>
    (await outboxOf(portal)).find(({ to, text }) => to === phone && text.includes('Class 8'));
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
