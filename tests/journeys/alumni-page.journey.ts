import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { expect, test } from '../support/journey.ts';
import { expectToast, refuse } from '../support/student-pages.ts';

const aiko = 'alumni@demo.test';

test.beforeEach(async ({ portal }) => {
  await portal.database
    .update(people)
    .set({ textContinueClicked: true })
    .where(eq(people.email, aiko));
});

const joinButtons = (page: Page) => page.getByRole('button', { name: /^Join/ });

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });
  test('twenty classes are shown at first, more when asked for, and the table fits into its card', async ({
    signedInAs,
  }) => {
    const page = await signedInAs(aiko);
    for (const width of [640, 820, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/classes');
      await expect(page.getByText('9:00 PM in Berlin').first()).toBeVisible();
      await expect(joinButtons(page)).toHaveCount(20);
      const overflow = await page
        .getByRole('table')
        .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
      expect(overflow, String(width)).toBe(0);
    }
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(joinButtons(page)).toHaveCount(40);
    await expect(page.getByText(/^40 of \d+ classes$/)).toBeVisible();
  });
});

test('an alumnus changes the choice about texts below the classes', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(aiko);
  await page.goto('/classes');
  const choice = page.getByRole('switch', { name: /^Send me text reminders/ });
  await expect(choice).not.toBeChecked();
  await refuse(page, '**/api/update-text-consent', 'The database is away.', 500);
  await choice.click();
  await expectToast(page, 'Error', 'The database is away.');
  await expect(choice).not.toBeChecked();
  for (const words of [
    'You will receive text reminders for upcoming events',
    'You will not receive text reminders',
    'You will receive text reminders for upcoming events',
  ]) {
    await choice.click();
    await expectToast(page, words);
  }
  await page.reload();
  await expect(choice).toBeChecked();
  const [person] = await portal.database.select().from(people).where(eq(people.email, aiko));
  expect(person?.textConsent).toBe(true);
});
