import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { classCard, expectToast, refuse, slot } from '../../support/student-pages.ts';

const toasts = (page: Page) => page.locator('[data-toasts]');

const slotBeneathToast = `(() => {
  const toast = document.querySelector('[data-toasts]').getBoundingClientRect();
  return [...document.querySelectorAll('main button')]
    .filter((button) => button.textContent === 'Select Time')
    .map((button) => button.getBoundingClientRect())
    .map(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))
    .find(({ y }) => toast.top < y && y < toast.bottom);
})()`;

const coveredByToast = `(() => {
  const within = document.querySelector('[role="dialog"]') ?? document.body;
  return [...within.querySelectorAll('button:not([data-toasts] *)')]
    .filter((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return [0.05, 0.5, 0.95].some((x) => [0.1, 0.9].some((y) =>
        document.elementFromPoint(left + x * width, top + y * height)?.closest('[data-toasts]')));
    })
    .map((button) => button.textContent);
})()`;

async function expectButtonsClear(page: Page): Promise<void> {
  const close = toasts(page).getByLabel('Close');
  await expect(close).toBeInViewport();
  // A toast that lets taps through has no Close button.
  await expect(close).toBeVisible();
  await expect.poll(() => page.evaluate(coveredByToast)).toEqual([]);
  expect((await toasts(page).boundingBox())?.width).toBeLessThanOrEqual(420);
}

const sizes = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
];

test('a toast moves nothing and covers no button at any width', async ({ signedInAs }) => {
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
    await expectButtonsClear(student);
    const withToast = await places();
    await toasts(student).getByLabel('Close').click();
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
    await expectButtonsClear(page);
  }
});

test('if a toast can’t avoid a button, taps go through it, and Escape closes it', async ({
  signedInAs,
}) => {
  const student = await signedInAs('new-student@demo.test');
  await student.setViewportSize({ width: 390, height: 844 });
  await student.goto('/onboarding');
  await slot(student).click();
  await student.evaluate('window.scrollTo(0, 200)');
  const longEnough =
    'This time was taken while you were choosing. Please choose a later time. '.repeat(2);
  await refuse(student, '**/api/register/class/*', longEnough);
  await student.getByRole('button', { name: 'Continue' }).click();
  await expectToast(student, 'Registration Failed');
  await expect(toasts(student).getByLabel('Close')).toBeHidden();
  const { x, y } = await student.evaluate<{ x: number; y: number }>(slotBeneathToast);
  const beneath = await student.evaluateHandle(`document.elementFromPoint(${x}, ${y})`);
  await student.mouse.click(x, y);
  expect(await beneath.asElement()?.textContent()).toBe('Selected');
  await expectToast(student, 'Registration Failed');
  await student.keyboard.press('Escape');
  await expect(toasts(student).getByRole('listitem')).toHaveCount(0);
});
