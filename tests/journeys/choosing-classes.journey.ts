import type { Page } from '@playwright/test';
import { expect, expectNoFaults, test } from '../support/journey.ts';
import {
  chooseFirstSlot,
  classCard,
  earlierWeek,
  expectToast,
  hold,
  laterWeek,
  slot,
  title,
} from '../support/student-pages.ts';

const nora = 'new-student@demo.test';
const offers = '**/api/classes/available*';
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });
const week = (page: Page, days: string) => page.getByRole('heading', { name: `Week of ${days}` });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a new student gets from the link in the outbox to a finished schedule', async ({
    page,
    portal,
  }) => {
    test.slow();
    await page.goto('/login');
    await page.getByLabel('Email or Phone').fill(nora);
    await page.getByRole('button', { name: 'Send Login Link' }).click();
    let link = '';
    await expect(async () => {
      const outbox = await fetch(`${portal.sandbox.url}/outbox`);
      const messages = (await outbox.json()) as { to: string; links: string[] }[];
      link = messages.find(({ to }) => to === nora)?.links[0] ?? '';
      expect(link).toContain('/verify?token=');
    }).toPass();
    await page.goto(link);

    await expect(title(page)).toHaveText('Select Time for Class 5');
    await expect(
      page.getByText('Class 5 of 10 · Classes 1 to 4 are with your teacher.'),
    ).toBeVisible();
    await expect(continueButton(page)).toBeHidden();
    await slot(page).click();
    await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
    await expectNoFaults(page);
    await continueButton(page).click();
    await expectToast(page, 'Class time selected successfully');
    for (const classNumber of [6, 7, 8, 9, 10]) await chooseFirstSlot(page, classNumber);

    await expect(page).toHaveURL('/retreat-registration');
    await expect(title(page)).toHaveText('Register for a One Day Yoga & Meditation Retreat');
    await expectNoFaults(page);
    await continueButton(page).click();
    await expect(page).toHaveURL('/text-consent');
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await expectNoFaults(page);
    await page.getByLabel('Yes, I want to receive text message reminders').check();
    await continueButton(page).click();
    await expectToast(
      page,
      'Preferences updated',
      'Your text message preferences have been saved.',
    );

    await expect(page).toHaveURL('/schedule');
    for (const classNumber of [5, 6, 7, 8, 9, 10]) {
      await expect(classCard(page, classNumber)).toContainText(/\d+:\d\d\s[AP]M\sPT/);
    }
    await expectNoFaults(page);
  });
});

const wordsOfFocused = `{
  const { ariaLabel, textContent, labels } = document.activeElement;
  ariaLabel ?? textContent + (labels?.[0]?.textContent ?? '');
}`;

const isFocusedCovered = `{
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  !document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}`;

/** Presses Tab until something has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const focused = String(await page.evaluate(wordsOfFocused));
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('a student chooses all six classes and finishes by keyboard alone, at 200 % zoom', async ({
  signedInAs,
}) => {
  test.slow();
  const page = await signedInAs(nora);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto('/onboarding');
  await expect(title(page)).toHaveText('Select Time for Class 5');
  await expect(slot(page)).toBeVisible();
  await tabTo(page, /Later week/);
  await page.keyboard.press('Enter');
  await expect(week(page, 'November 22 – November 28')).toBeFocused();
  for (const classNumber of [5, 6, 7, 8, 9, 10]) {
    await expect(title(page)).toHaveText(`Select Time for Class ${classNumber}`);
    if (classNumber > 5) await expect(title(page)).toBeFocused();
    await tabTo(page, /^Select Time, /);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: /^Selected, / })).toBeFocused();
    // It stands last, where the bar with Continue would lie over it. Later on a toast may come between.
    await tabTo(page, /^Nothing fits/);
    if (classNumber === 5) expect(await page.evaluate(isFocusedCovered)).toBe(false);
    await tabTo(page, /^Continue/);
    await page.keyboard.press('Enter');
  }
  await expect(title(page)).toHaveText(/Retreat/);
  await tabTo(page, /^Continue/);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Get reminders about classes and retreats');
  await tabTo(page, /Yes, I want/);
  await page.keyboard.press('Space');
  await tabTo(page, /^Continue/);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Your Course Schedule');
});

test('the next class takes the place of the last without a flash', async ({ signedInAs }) => {
  const page = await signedInAs(nora);
  await page.goto('/onboarding');
  await slot(page).click();
  const letGo = await hold(page, offers);
  await continueButton(page).dblclick();
  await expectToast(page, 'Class time selected successfully');
  await expect(title(page)).toHaveText('Select Time for Class 5');
  await expect(page.getByText(/^Select Time/).first()).toBeVisible();
  await expect(continueButton(page)).toHaveAttribute('aria-disabled', 'true');
  letGo();
  await expect(title(page)).toHaveText('Select Time for Class 6');
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '10 class times' })).toHaveCount(1);
  await expect(continueButton(page)).toBeHidden();
});

test('the weeks go one by one, back to the first one shown, and on by three after class 7', async ({
  signedInAs,
}) => {
  const page = await signedInAs(nora);
  await page.goto('/onboarding');
  await expect(week(page, 'November 15 – November 21')).toBeVisible();
  await expect(earlierWeek(page)).toBeDisabled();
  await slot(page).click();
  await laterWeek(page).click();
  await expect(week(page, 'November 22 – November 28')).toBeVisible();
  await expect(page.getByText('Selected: Monday, November 16 at 12:00 PM PT')).toBeVisible();
  await expect(continueButton(page)).toBeVisible();
  await earlierWeek(page).click();
  await expect(week(page, 'November 15 – November 21')).toBeVisible();
  await expect(earlierWeek(page)).toBeDisabled();
  await expect(slot(page, /^Selected, Monday, November 16 at 12:00 PM PT$/)).toBeVisible();
  await continueButton(page).click();
  await expect(week(page, 'November 22 – November 28')).toBeVisible();
  await chooseFirstSlot(page, 6);
  await expect(week(page, 'November 29 – December 5')).toBeVisible();
  await chooseFirstSlot(page, 7);
  await expect(week(page, 'December 20 – December 26')).toBeVisible();
  await expect(page.getByText('Classes 8 to 10 are monthly, about a month apart.')).toBeVisible();
  await earlierWeek(page).click();
  await expect(week(page, 'December 13 – December 19')).toBeVisible();
});
