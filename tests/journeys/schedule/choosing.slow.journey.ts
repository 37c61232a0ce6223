import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { slot, title } from '../../support/student-pages.ts';

const week = (page: Page, days: string) => page.getByRole('heading', { name: `Week of ${days}` });

const nameOfFocused = `{
  const { ariaLabel, textContent, labels } = document.activeElement;
  ariaLabel ?? textContent + (labels?.[0]?.textContent ?? '');
}`;

const isFocusedCovered = `{
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  !document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}`;

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const focused = String(await page.evaluate(nameOfFocused));
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('a student picks a class, plans the others in one step, and finishes by keyboard alone at 200% zoom', async ({
  signedInAs,
}) => {
  test.slow();
  const page = await signedInAs('new-student@demo.test');
  await page.setViewportSize({ width: 640, height: 400 });
  await page.goto('/onboarding');
  await expect(title(page)).toHaveText('Select Time for Class 5');
  await expect(slot(page)).toBeVisible();
  await tabTo(page, /Later Week/);
  await page.keyboard.press('Enter');
  await expect(week(page, 'November 22 – November 28')).toBeFocused();
  await tabTo(page, /^Select Time, /);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Selected, / })).toBeFocused();
  // This link is the last one on the page, where the bar with Continue could cover it.
  await tabTo(page, /^No time works/);
  expect(await page.evaluate(isFocusedCovered)).toBe(false);
  await tabTo(page, /^Continue/);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Select Time for Class 6');
  await expect(title(page)).toBeFocused();
  await tabTo(page, /^Yes, Plan All/);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Your six classes');
  await expect(title(page)).toBeFocused();
  await tabTo(page, /^Register All/);
  await page.keyboard.press('Enter');
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
