import { eq } from 'drizzle-orm';
import { broadcasts, people } from '../../../src/server/database/schema.ts';
import { outboxOf } from '../../support/client.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';

test('an admin finds students who never chose classes, sends one a link, and writes to all of them', async ({
  signedInAs,
  portal,
}) => {
  test.slow();
  const { database } = portal;
  for (let at = 0; at < 21; at += 1) {
    await database.insert(people).values({
      role: 'student',
      email: `late-${at}@school.test`,
      firstName: 'Late',
      lastName: `Comer ${at}`,
      startDate: '2026-11-01',
      createdAt: portal.clock.now(),
    });
  }
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Journey', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Journey');
  await expectNoFaultsAtAnyWidth(page);

  await page.getByRole('link', { name: /^\d+ No classes chosen$/ }).click();
  const list = page.getByRole('region', { name: 'No classes chosen' });
  await expect(list.getByRole('link', { name: 'Late Comer 0' })).toHaveAttribute(
    'href',
    /\/admin\/people\/\d+/,
  );
  await expectNoFaultsAtAnyWidth(page);
  await list.getByLabel('Search by name & email').fill('late comer');
  await expect(list.getByText('Page 1 of 2')).toBeVisible();
  await expect(list.getByText('0 of 21 selected')).toBeVisible();
  await page.reload();
  await expect(list.getByText('0 of 21 selected')).toBeVisible();
  await expect(list.getByRole('button', { name: 'Send Message' })).toBeDisabled();

  await list.getByRole('checkbox', { name: 'Select Late Comer 1', exact: true }).check();
  await list.getByRole('button', { name: 'Send Login Link' }).click();
  await page
    .getByRole('dialog', { name: 'Send a login link to 1 person?' })
    .getByRole('button', { name: 'Send to 1 Person' })
    .click();
  await expectToast(page, 'Login links are on their way to 1 person.');
  await expect(list.getByText('0 of 21 selected')).toBeVisible();
  await expect
    .poll(async () => (await outboxOf(portal)).map(({ to }) => to))
    .toContain('late-1@school.test');

  await list.getByRole('button', { name: 'Select All 21' }).click();
  await expect(list.getByText('All 21 selected')).toBeVisible();
  await list.getByRole('button', { name: 'Send Message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a message' });
  await dialog.getByLabel('Subject').fill('Your classes');
  await dialog.getByLabel('Message', { exact: true }).fill('Please choose your classes.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(/^Email to .* and 11 others$/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Send to 21 People' }).click();
  await expectToast(page, 'Your message is on its way to 21 people.');
  const [sent] = await database
    .select()
    .from(broadcasts)
    .where(eq(broadcasts.subject, 'Your classes'));
  expect(sent?.recipients).toBe(21);

  await page.getByRole('link', { name: 'Close the list' }).click();
  await page.emulateMedia({ media: 'print' });
  const numbers = page.getByRole('region', { name: 'The last 12 weeks' });
  await expect(numbers.getByRole('rowheader', { name: 'November 8', exact: true })).toBeVisible();
  await expect(numbers.getByRole('table', { name: 'Attendance by instructor' })).toContainText(
    /Daniel Reyes.*%/,
  );
});
