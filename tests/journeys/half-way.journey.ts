import type { Page } from '@playwright/test';
import { expect, expectNoFaults, test } from '../support/journey.ts';
import {
  chooseFirstSlot,
  classCard,
  earlierWeek,
  laterWeek,
  slot,
  title,
  withLinksBut,
} from '../support/student-pages.ts';

const nora = 'new-student@demo.test';
const week = (page: Page, days: string) => page.getByRole('heading', { name: `Week of ${days}` });

async function choose(page: Page, ...classNumbers: number[]): Promise<void> {
  await page.goto('/onboarding');
  for (const classNumber of classNumbers) await chooseFirstSlot(page, classNumber);
  const next = (classNumbers.at(-1) ?? 0) + 1;
  await expect(title(page)).toHaveText(`Select Time for Class ${next}`);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('whoever stops half way joins and moves what was chosen, and goes on', async ({
    signedInAs,
  }) => {
    const page = await signedInAs(nora);
    await choose(page, 5, 6);
    await withLinksBut(page, () => []);
    await page.goto('/');
    await expect(page).toHaveURL('/schedule');
    await expect(title(page)).toHaveText('Finish choosing your class times');
    const five = classCard(page, 5);
    await expect(five).toContainText('Monday, November 16, 2026');
    const join = five.getByRole('link', { name: 'Join Class' });
    await expect(join).toHaveAttribute('href', 'https://zoom.test/own/5');
    await expect(classCard(page, 6)).toContainText('November 22, 2026');
    await expectNoFaults(page);
    await classCard(page, 6).getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reschedule Class 6' });
    await dialog
      .getByRole('button', { name: /^Select Time/ })
      .nth(1)
      .click();
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(classCard(page, 6)).toContainText('(rescheduled)');
    await page.getByRole('link', { name: 'Continue choosing' }).click();
    await expect(page).toHaveURL('/onboarding?resume=1');
    await expect(title(page)).toHaveText('Select Time for Class 7');
  });
});

test('loading the page again, Back and the brand stay at the class and the week', async ({
  signedInAs,
}) => {
  const page = await signedInAs(nora);
  await choose(page, 5);
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

test('whoever stops after class 7 goes on three weeks later, as without stopping', async ({
  signedInAs,
}) => {
  const page = await signedInAs(nora);
  await choose(page, 5, 6, 7);
  await expect(week(page, 'December 20 – December 26')).toBeVisible();
  await page.goto('/schedule');
  await page.getByRole('link', { name: 'Continue choosing' }).click();
  await expect(title(page)).toHaveText('Select Time for Class 8');
  await expect(week(page, 'December 20 – December 26')).toBeVisible();
  await earlierWeek(page).click();
  await expect(week(page, 'December 13 – December 19')).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveText('Finish choosing your class times');
});
