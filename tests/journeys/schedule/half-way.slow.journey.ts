import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import {
  chooseFirstSlot,
  earlierWeek,
  laterWeek,
  slot,
  title,
} from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';
const week = (page: Page, days: string) => page.getByRole('heading', { name: `Week of ${days}` });

test('a reload, Back and the logo keep the class and the week', async ({ signedInAs }) => {
  const page = await signedInAs(nora);
  await page.goto('/onboarding');
  await chooseFirstSlot(page, 5);
  await expect(page).toHaveURL('/onboarding?resume=1');
  await expect(week(page, 'November 22 – November 28')).toBeVisible();
  await laterWeek(page).click();
  const expectSame = async () => {
    await expect(title(page)).toHaveText('Select Time for Class 6');
    await expect(week(page, 'November 29 – December 5')).toBeVisible();
    await expect(page).toHaveURL('/onboarding?resume=1&week=2026-11-29');
    await expect(slot(page)).toBeVisible();
  };
  await expectSame();
  await page.reload();
  await expectSame();
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL('/help');
  await page.goBack();
  await expectSame();
  await page.getByRole('link', { name: 'Course Portal' }).click();
  await expectSame();
  await earlierWeek(page).click();
  await expect(week(page, 'November 22 – November 28')).toBeVisible();
  await expect(earlierWeek(page)).toBeDisabled();
  await page.goto('/onboarding?resume=1&week=2026-11-08');
  await expect(week(page, 'November 22 – November 28')).toBeVisible();
  await expect(page).toHaveURL('/onboarding?resume=1');
  await page.goto('/onboarding');
  await expect(page).toHaveURL('/schedule');
});
