import { openTab, rowWith } from '../../support/admin-pages.ts';
import { testNow } from '../../support/clock.ts';
import { expect, expectNoFaultsAtAnyWidth, look, test } from '../../support/journey.ts';

const admin = 'admin@demo.test';
const nextClass = 'Mon, Nov 16, 2026';

test('a class leaves an open page one hour after its start', async ({ signedInAs, portal }) => {
  const page = await signedInAs(admin);
  await page.clock.install();
  const letPass = async (minutes: number) => {
    portal.clock.moveOn(minutes * 60_000);
    await page.clock.fastForward(minutes * 60_000);
  };
  await openTab(page, 'Classes');
  await expect(page.getByText('Setting up the meeting…').first()).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  const noonClass = rowWith(page, nextClass).filter({ hasText: '12:00 PM PT' });
  await letPass(178);
  await expect(noonClass).toBeVisible();
  await letPass(3);
  await expect(noonClass).toHaveCount(0);
});

test.describe('on a touchscreen with a mouse', () => {
  test.use({ hasTouch: true });
  look(
    'the count opens 300 ms after hovering, and immediately by keyboard or tap',
    async ({ signedInAs }) => {
      const page = await signedInAs(admin);
      await page.clock.install({ time: testNow });
      await openTab(page, 'Classes');
      await page.clock.pauseAt(new Date(testNow.getTime() + 10 * 60_000));
      const row = rowWith(page, 'Tue, Nov 17, 2026').filter({ hasText: '9:00 AM PT' });
      const count = row.getByRole('button', { name: '2 registered' });
      const student = page.getByText('transfer-student@demo.test');
      await count.hover();
      await page.clock.runFor(290);
      await expect(student).toBeHidden();
      await page.clock.runFor(20);
      await expect(student).toBeVisible();
      await page.mouse.move(2, 2);
      await page.clock.runFor(500);
      await expect(student).toBeHidden();
      await page.clock.resume();

      const friday = rowWith(page, 'Fri, Nov 20, 2026');
      const noOne = page.getByText('No students registered');
      await friday.getByRole('button', { name: '0 registered' }).focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
      await expect(noOne).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(noOne).toBeHidden();
      await page.keyboard.press('Enter');
      await expect(noOne).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(noOne).toBeHidden();

      await page.setViewportSize({ width: 390, height: 844 });
      await count.tap();
      await expect(student).toBeVisible();
      // A tap on the page's margin, because scrolling to an element would move the popover.
      await page.touchscreen.tap(4, 400);
      await expect(student).toBeHidden();
    },
  );
});
