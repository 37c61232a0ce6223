import type { Page } from '@playwright/test';
import { desc } from 'drizzle-orm';
import { consentEvents } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import {
  chooseFirstSlot,
  classCard,
  earlierWeek,
  expectToast,
  laterWeek,
  slot,
  title,
} from '../../support/student-pages.ts';

const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });
const week = (page: Page, days: string) => page.getByRole('heading', { name: `Week of ${days}` });

test.use({ contextOptions: { viewport: { width: 390, height: 844 } } });

test('a new student chooses six classes with a break in the middle, and finishes with the retreat and texts', async ({
  signedInAs,
  portal,
}) => {
  test.slow();
  const page = await signedInAs('new-student@demo.test');
  await page.goto('/onboarding');
  await expect(title(page)).toHaveText('Select Time for Class 5');
  await expect(
    page.getByText('Class 5 of 10 · Classes 1 to 4 are with your teacher.'),
  ).toBeVisible();
  await expect(week(page, 'November 15 – November 21')).toBeVisible();
  await expect(earlierWeek(page)).toBeDisabled();
  await laterWeek(page).click();
  await expect(week(page, 'November 22 – November 28')).toBeFocused();
  await earlierWeek(page).click();
  await expect(continueButton(page)).toBeHidden();
  await slot(page, /^Select Time, Monday, November 16 at 12:00 PM PT$/).click();
  await expect(slot(page, /^Selected, Monday/)).toBeVisible();
  await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
  await expectNoFaultsAtAnyWidth(page);
  await continueButton(page).click();
  await expectToast(page, 'Class time selected successfully');

  await chooseFirstSlot(page, 6);
  await expect(week(page, 'November 29 – December 5')).toBeVisible();
  await chooseFirstSlot(page, 7);
  await expect(week(page, 'December 20 – December 26')).toBeVisible();
  await expect(page.getByText('Classes 8 to 10 are about a month apart.')).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/schedule');
  await expect(title(page)).toHaveText('Finish choosing your class times');
  await expect(classCard(page, 5)).toContainText('Monday, November 16, 2026');
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('link', { name: 'Continue Choosing' }).click();
  await expect(week(page, 'December 20 – December 26')).toBeVisible();
  for (const classNumber of [8, 9, 10]) await chooseFirstSlot(page, classNumber);

  await expect(page).toHaveURL('/retreat-registration');
  await expect(title(page)).toHaveText('Register for a One Day Yoga & Meditation Retreat');
  const retreats = page.getByRole('link', { name: 'Retreats Website' });
  await expect(retreats).toHaveAttribute('href', /\/retreats$/);
  await expectNoFaultsAtAnyWidth(page);
  await continueButton(page).click();
  await expect(page).toHaveURL('/text-consent');
  await page.goto('/retreat-registration');
  await expect(page).toHaveURL('/text-consent');
  const box = page.getByLabel('Yes, I want to receive text message reminders');
  await expect(box).not.toBeChecked();
  await expect(
    page.getByText(/Message and data rates may apply.*STOP.*Quiet Mornings.*HELP.*Privacy Policy/),
  ).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await box.check();
  await continueButton(page).click();
  await expectToast(page, 'Preferences updated', 'Your text message preferences have been saved.');

  await expect(page).toHaveURL('/schedule');
  const allSet = page.getByText(/^You’re all set\. See you .+, Nora\.$/);
  await expect(allSet).toBeVisible();
  for (const classNumber of [5, 6, 7, 8, 9, 10]) {
    await expect(classCard(page, classNumber)).toContainText(/\d+:\d\d\s[AP]M\sPT/);
  }
  const events = portal.database.select().from(consentEvents);
  const [event] = await events.orderBy(desc(consentEvents.id)).limit(1);
  expect(event).toMatchObject({
    consent: true,
    shown: expect.stringContaining('Yes, I want to receive text message reminders'),
  });
  await page.goto('/text-consent');
  await expect(page).toHaveURL('/schedule');
  await expect(title(page)).toHaveText('Your Course Schedule');
  await expect(allSet).toBeHidden();
});
