import { expect, look, test } from '../../support/journey.ts';
import { startOfClass8 } from '../../support/marcus.ts';
import { slot } from '../../support/student-pages.ts';

test.use({ timezoneId: 'Europe/Berlin' });

look('students in Berlin see Pacific times with their own beside them', async ({ signedInAs }) => {
  const page = await signedInAs('new-student@demo.test');
  await page.goto('/onboarding');
  const first = page.getByRole('listitem').first();
  await expect(first).toContainText('November 16 at 12:00 PM PT');
  await expect(first.getByText(/\sin\s/)).toHaveText('9:00 PM in Berlin');
  await expect(slot(page)).toHaveAccessibleName(
    'Select Time, Monday, November 16 at 12:00 PM PT (9:00 PM in Berlin)',
  );
});

look('alumni in Berlin see both times, in a table that fits its card', async ({ signedInAs }) => {
  const page = await signedInAs('teacher@demo.test');
  for (const width of [640, 820, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/classes');
    await expect(page.getByText('9:00 PM in Berlin').first()).toBeVisible();
    const overflow = await page
      .getByRole('table')
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
    expect(overflow, String(width)).toBe(0);
  }
});

test('the next class shows Pacific time and the student’s own', async ({ signedInAs, portal }) => {
  const page = await signedInAs('mid-course@demo.test');
  portal.clock.moveTo(new Date(startOfClass8 - 60 * 60_000));
  await page.setViewportSize({ width: 390, height: 600 });
  await page.goto('/schedule');
  const bar = page.getByRole('region', { name: 'Your next class' });
  await expect(bar).toContainText(/today at 9:00.AM.PT/);
  await expect(bar).toContainText(/6:00.PM.in.Berlin/);
  await bar.getByRole('button', { name: 'Trouble joining?' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    /November.21 at.9:00.AM.PT \(6:00.PM.in.Berlin\)/,
  );
});
