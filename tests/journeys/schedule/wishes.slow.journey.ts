import type { Page } from '@playwright/test';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { classCard, expectToast } from '../../support/student-pages.ts';

const tellUs = (page: Page) => page.getByRole('button', { name: 'No time works? Tell us' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'What times work for you?' });
const tick = (page: Page, name: string | RegExp) => dialog(page).getByRole('checkbox', { name });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name }).click();

test('a student sends a request for other times from the Reschedule dialog by keyboard, and withdraws it', async ({
  signedInAs,
}) => {
  const page = await signedInAs('mid-course@demo.test');
  await page.goto('/schedule');
  await classCard(page, 9).getByRole('button', { name: 'Reschedule' }).click();
  const move = page.getByRole('dialog', { name: 'Reschedule Class 9' });
  await tellUs(page).focus();
  await page.keyboard.press('Enter');
  await tick(page, 'Friday').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Your request for Class 9');
  await expectNoFaults(page);
  await press(page, 'Withdraw Request');
  await expectToast(page, 'Request withdrawn', 'You can send a new one anytime.');
  await expect(dialog(page)).toBeHidden();
  await expect(move).toBeVisible();
  await expect(tellUs(page)).toBeFocused();
});
