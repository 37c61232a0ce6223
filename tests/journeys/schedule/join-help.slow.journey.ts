import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { classes } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { marcus, prepareMarcus, startOfClass8 } from '../../support/marcus.ts';
import { meetingsOf } from '../../support/meetings.ts';

const minute = 60_000;
const bar = (page: Page) => page.getByRole('region', { name: 'Your next class' });
const join = (page: Page) => bar(page).getByText('Join Class');
const light = { loud: 'rgb(140, 203, 242)', quiet: 'rgb(255, 255, 255)' };

test('a student who can’t join finds help by keyboard, and the bar follows a moved class', async ({
  signedInAs,
  portal,
}) => {
  test.setTimeout(120_000);
  const { classId } = await prepareMarcus(portal);
  portal.clock.moveTo(new Date(startOfClass8 - 15.5 * minute));
  const page = await signedInAs(marcus);
  const showBar = () => page.setViewportSize({ width: 390, height: 600 });
  await showBar();
  await page.clock.install();
  await page.goto('/schedule');
  await expect(join(page)).toHaveAttribute('href', /tk=/);
  const announced = page.getByRole('status').filter({ hasText: /^Class 8/ });
  await expect(announced).toHaveCount(0);
  const pass = async (milliseconds: number) => {
    portal.clock.moveOn(milliseconds);
    await page.clock.fastForward(milliseconds);
  };
  await pass(minute);
  await expect(announced).toHaveText(/^Class 8 · today at 9:00.AM.PT, in 15 minutes$/);
  await pass(3 * minute);
  await expect(bar(page)).toContainText('in 12 minutes');
  await expect(announced).toContainText('in 15 minutes');
  await expectNoFaultsAtAnyWidth(page);
  await showBar();

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
  await showBar();
  await page.keyboard.press('Escape');
  await expect(trouble).toBeFocused();

  await portal.database.update(classes).set({ zoomPasscode: null }).where(eq(classes.id, classId));
  await trouble.press('Enter');
  await expect(dialog).toContainText('You can only join this class with its link.');
  await page.keyboard.press('Escape');

  const later = { startsAt: new Date(startOfClass8 + 30 * minute), mayShareHost: true };
  await portal.database.update(classes).set(later).where(eq(classes.id, classId));
  await pass(7 * minute);
  await expect(bar(page)).toContainText(/Class 8 · today at 9:30.AM.PT, ?in 35 minutes/);
  await expect(join(page)).toHaveCSS('background-color', light.quiet);
});
