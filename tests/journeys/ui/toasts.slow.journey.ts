import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { classCard, expectToast, refuse, slot } from '../../support/student-pages.ts';

const toasts = (page: Page) => page.locator('[data-toasts]');

const coveredBy = (where: string) => `(() => {
  const within = document.querySelector('${where}');
  return [...within.querySelectorAll('button')]
    .filter((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return [0.05, 0.5, 0.95].some((x) => [0.1, 0.9].some((y) =>
        document.elementFromPoint(left + x * width, top + y * height)?.closest('[data-toasts]')));
    })
    .map((button) => button.textContent);
})()`;

/** The bar at the foot and an open dialog stay free, so that the student can try again at once. */
async function expectButtonsClear(page: Page, where: string): Promise<void> {
  await expect(toasts(page).getByLabel('Close')).toBeInViewport();
  await expect.poll(() => page.evaluate(coveredBy(where))).toEqual([]);
  expect((await toasts(page).boundingBox())?.width).toBeLessThanOrEqual(420);
}

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

test('a toast moves nothing, covers neither the bar nor a dialog, and closes with Escape', async ({
  signedInAs,
}) => {
  const student = await signedInAs('new-student@demo.test');
  await student.goto('/onboarding');
  await slot(student).click();
  const next = student.getByRole('button', { name: 'Continue' });
  const places = () =>
    student.evaluate('[document.querySelector("h1").offsetTop, document.body.scrollHeight]');
  for (const size of sizes) {
    await student.setViewportSize(size);
    await refuse(student, '**/api/register/class/*', 'Please choose a later time.');
    await next.click();
    await expectToast(student, 'Registration Failed', 'Please choose a later time.');
    await expectButtonsClear(student, '.foot-bar');
    const withToast = await places();
    await student.keyboard.press('Escape');
    await expect(toasts(student).getByRole('listitem')).toHaveCount(0);
    expect(await places()).toEqual(withToast);
  }

  const page = await signedInAs('mid-course@demo.test');
  await page.goto('/schedule');
  await classCard(page, 9).getByRole('button', { name: 'Reschedule' }).click();
  await slot(page).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Reschedule', exact: true });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await refuse(page, '**/api/register/reschedule/*', 'Please choose a later time.');
    await confirm.click();
    await expectToast(page, 'Reschedule Failed');
    await expectButtonsClear(page, '[role="dialog"]');
  }
});
