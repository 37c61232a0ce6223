import type { Page } from '@playwright/test';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { chooseFirstSlot, expectToast, title } from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';
const tellUs = (page: Page) => page.getByRole('button', { name: 'No time works? Tell us' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'What times work for you?' });
const tick = (page: Page, name: string | RegExp) => dialog(page).getByRole('checkbox', { name });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click();

test('a student asks for other class times, and an admin reads and answers the request', async ({
  signedInAs,
}) => {
  const page = await signedInAs(nora);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/onboarding');
  await tellUs(page).click();
  await press(page, 'Send');
  await expect(dialog(page)).toContainText('Please choose a day or time, or write a comment');
  await tick(page, 'Monday').check();
  await tick(page, /^Evenings/).check();
  await dialog(page).getByLabel('Anything else?').fill('Not before 5:30 PM');
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('Discard your changes?');
  await press(page, 'Keep Editing');
  await press(page, 'Send');
  await expect(dialog(page).getByText('Thank you. We’ll write to you soon.')).toBeFocused();
  await expect(dialog(page)).toContainText('Mondays, evenings');
  await expectNoFaults(page);
  await press(page, 'Close');

  const admin = await signedInAs('admin@demo.test');
  await admin.goto('/admin/problems');
  await expect(admin.getByRole('link', { name: 'Problems (1)' })).toBeVisible();
  await admin.getByRole('link', { name: 'Nora Lindqvist' }).click();
  const wish = admin.getByRole('region', { name: 'No time works for Class 5' });
  await expect(wish).toContainText('Mondays, evenings');
  await expect(wish).toContainText('“Not before 5:30 PM”');
  await expectNoFaults(admin);

  await page.reload();
  await page.getByRole('button', { name: 'See the times you asked for' }).click();
  await press(page, 'Edit Request');
  await tick(page, 'Sunday').check();
  await press(page, 'Send');
  await expect(dialog(page)).toContainText('Mondays and Sundays, evenings');
  const question = admin.getByRole('dialog', { name: 'Mark as answered?' });
  await wish.getByRole('button', { name: 'Mark as Answered…' }).click();
  await question.getByRole('button', { name: 'Mark as Answered' }).click();
  await expect(question).toContainText('Someone else has changed this request in the meantime.');
  await question.getByRole('button', { name: 'Mark as Answered' }).click();
  await expectToast(admin, 'Marked as answered');
  const answered = admin.getByRole('region', { name: 'Times that would work' });
  await expect(answered).toContainText('Mondays and Sundays, evenings');
  await expect(answered).toContainText('Answered by Amara Osei');
  await expect(answered.getByRole('heading')).toBeFocused();
  await expect(admin.getByText('Requested other class times')).toHaveCount(2);

  await page.reload();
  await tellUs(page).click();
  await expect(tick(page, 'Monday')).not.toBeChecked();

  await tick(page, 'Friday').check();
  await press(page, 'Send');
  await press(page, 'Close');
  await chooseFirstSlot(page, 5);
  await expect(title(page)).toHaveText('Select Time for Class 6');
  await expect(tellUs(page)).toBeVisible();
  await admin.goto('/admin/problems');
  await expect(admin.getByText('No open problems')).toBeVisible();
});
