import type { Page } from '@playwright/test';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { withoutAnswers } from '../support/page-answers.ts';
import {
  expectToast,
  laterWeek,
  openWithToaster,
  refuse,
  slot,
  title,
} from '../support/student-pages.ts';

const nora = 'new-student@demo.test';
const offers = '**/api/classes/available*';
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });

test('a choice that another tab has overtaken says why and goes on from there', async ({
  signedInAs,
}) => {
  const page = await signedInAs(nora);
  await page.goto('/onboarding');
  await slot(page).click();
  const other = await page.context().newPage();
  await other.goto('/onboarding');
  await other
    .getByRole('button', { name: /^Select Time/ })
    .nth(1)
    .click();
  await continueButton(other).click();
  await expect(title(other)).toHaveText('Select Time for Class 6');
  await continueButton(page).click();
  const words =
    'You don’t need a time for class 5 anymore, perhaps because you chose one in another window. Now choose a time for class 6.';
  await expectToast(page, 'Registration Failed', words);
  await expect(title(page)).toHaveText('Select Time for Class 6');
  await expect(title(page)).toBeFocused();
});

look('class times that cannot be loaded are asked for again', async ({ signedInAs }) => {
  const page = await signedInAs(nora);
  await withoutAnswers(page);
  await refuse(page, offers, 'The database is away for a moment.', 503);
  await page.goto('/onboarding');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to fetch available classes');
  await expect(alert).toContainText('The database is away for a moment.');
  await expect(page.getByText('None of these times work?')).toBeHidden();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(slot(page)).toBeVisible();
});

look(
  'a week that could not be loaded is there as soon as the connection is',
  async ({ signedInAs }) => {
    const page = await signedInAs(nora);
    await page.goto('/onboarding');
    await expect(slot(page)).toBeVisible();
    await page.context().setOffline(true);
    await laterWeek(page).click();
    await expect(page.getByRole('alert')).toContainText('The portal could not be reached.');
    await page.context().setOffline(false);
    await expect(slot(page, /^Select Time, Monday, November 23/)).toBeVisible();
  },
);

test('a choice made without a connection is not lost', async ({ signedInAs }) => {
  const page = await signedInAs(nora);
  await openWithToaster(page, '/onboarding');
  await slot(page).click();
  await page.context().setOffline(true);
  await continueButton(page).click();
  await expectToast(page, 'Registration Failed', 'The portal could not be reached.');
  await expect(page.getByRole('button', { name: /^Selected, / })).toBeVisible();
  await page.context().setOffline(false);
  await continueButton(page).click();
  await expect(title(page)).toHaveText('Select Time for Class 6');
});

for (const [timezoneId, ownTime, spokenTime] of [
  ['Asia/Kolkata', 'Tue, Nov 17, 1:30 AM in Kolkata', 'Tuesday, November 17, 1:30 AM in Kolkata'],
  ['America/Los_Angeles', null, null],
  ['Europe/Berlin', 'Mon, Nov 16, 9:00 PM in Berlin', 'Monday, November 16, 9:00 PM in Berlin'],
] as const) {
  test.describe(() => {
    test.use({ timezoneId });
    look(`a browser in ${timezoneId} shows Pacific times`, async ({ signedInAs }) => {
      const page = await signedInAs(nora);
      await page.goto('/onboarding');
      const first = page.getByRole('listitem').first();
      await expect(first).toContainText('Monday');
      await expect(first).toContainText('November 16 at 12:00 PM PT');
      await expect(slot(page)).toHaveAccessibleName(
        `Select Time, Monday, November 16 at 12:00 PM PT${spokenTime ? ` (${spokenTime})` : ''}`,
      );
      await expect(first.getByText(/\sin\s/)).toHaveText(ownTime ? [ownTime] : []);
      await expect(
        page.getByRole('heading', { name: 'Week of November 15 – November 21' }),
      ).toBeVisible();
    });
  });
}
