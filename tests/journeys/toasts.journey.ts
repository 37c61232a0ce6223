import type { Page } from '@playwright/test';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import {
  classCard,
  expectToast,
  laterWeek,
  refuse,
  slot,
  title,
} from '../support/student-pages.ts';

const marcus = 'mid-course@demo.test';
const toasts = (page: Page) => page.locator('[data-toasts]');

/** The buttons of the dialog, or of the page, that a toast lies over. */
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
  await expect(toasts(page).getByLabel('Close')).toBeInViewport();
  expect(await page.evaluate(coveredByToast)).toEqual([]);
  expect((await toasts(page).boundingBox())?.width).toBeLessThanOrEqual(420);
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]) {
  test(`at ${width} px a toast moves nothing and leaves the buttons of bars and dialogs free`, async ({
    signedInAs,
  }) => {
    const student = await signedInAs('new-student@demo.test');
    await student.setViewportSize({ width, height });
    await student.goto('/onboarding');
    await slot(student).click();
    const next = student.getByRole('button', { name: 'Continue' });
    await refuse(student, '**/api/register/class/*', 'Please choose a later time.');
    await next.click();
    await expectToast(student, 'Registration Failed', 'Please choose a later time.');
    await expectButtonsClear(student);
    await next.click();
    await expect(title(student)).toHaveText('Select Time for Class 6');
    await expectToast(student, 'Class time selected successfully');
    await expect(student.getByText(/^Class 5 is set for /)).toBeVisible();
    const places = () =>
      student.evaluate('[document.querySelector("h1").offsetTop, document.body.scrollHeight]');
    const withToast = await places();
    await toasts(student).getByLabel('Close').click();
    await expect(toasts(student).getByRole('listitem')).toHaveCount(0);
    expect(await places()).toEqual(withToast);

    const page = await signedInAs(marcus);
    await page.setViewportSize({ width, height });
    await page.goto('/schedule');
    await classCard(page, 9).getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog');
    await slot(page).click();
    await refuse(page, '**/api/register/reschedule/*', 'Please choose a later time.');
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expectToast(page, 'Reschedule Failed');
    await expectButtonsClear(page);
  });
}

test('a reschedule is undone in its card, and what was moved is where it was', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/schedule');
  const card = classCard(page, 8);
  await card.getByRole('button', { name: 'Reschedule' }).click();
  await laterWeek(page.getByRole('dialog')).click();
  await slot(page, /^Select Time, Wednesday, November 25 at 5:00 PM PT/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expectToast(
    page,
    'Class rescheduled successfully',
    'Class 8 is now Wednesday, November 25 at 5:00 PM PT',
  );
  await expect(card).toContainText('Moved from Saturday, November 21 at 9:00 AM PT.');
  await expectNoFaults(page);
  await page.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expectToast(page, 'Change undone', 'Class 8 is Saturday, November 21 at 9:00 AM PT again');
  await expect(card).toContainText('Saturday, November 21, 2026');
  await expect(card).not.toContainText('(rescheduled)');
  await expect(card.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Class 8' })).toBeFocused();
});

test('a makeup is undone in the card of its class, and the offer ends by itself', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await page.clock.install();
  await page.goto('/schedule');
  const card = classCard(page, 6);
  const undo = card.getByRole('button', { name: 'Undo the change of class 6' });
  const makeUp = async () => {
    await card.getByRole('button', { name: 'Schedule Makeup' }).click();
    await slot(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule Makeup' }).click();
    await expectToast(page, 'Makeup class scheduled successfully', 'Class 6 is now ');
  };
  await makeUp();
  await undo.click();
  await expect(card.getByRole('button', { name: 'Schedule Makeup' })).toBeVisible();
  await makeUp();
  await expect(undo).toBeVisible();
  await page.clock.fastForward(15_000);
  await expect(undo).toBeHidden();
  await expect(card).toContainText('Moved from Sunday, October 18');
});

const gapsOfLinks = `(() => {
  const boxes = [...document.querySelector('nav').children].map((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    const shown = [...range.getClientRects()].filter(({ width }) => width > 0);
    return {
      left: Math.min(...shown.map((rect) => rect.left)),
      right: Math.max(...shown.map((rect) => rect.right)),
    };
  });
  return boxes.slice(1).map(({ left }, at) => left - boxes[at].right);
})()`;

look(
  'the header has its links about 30 px apart, and stays where it is with a scrollbar, a dialog and while logging out',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await page.route('**/api/auth/logout', () => {});
    const links = page.getByRole('navigation', { name: 'Main' });
    const brand = page.locator('header a').first();
    await page.goto('/unknown');
    await expect(brand).toBeVisible();
    const place = (await brand.boundingBox())?.x;
    await page.goto('/schedule');
    await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
    expect((await brand.boundingBox())?.x).toBe(place);
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await brand.boundingBox())?.x).toBe(place);

    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/schedule');
      await expect(links.getByRole('button', { name: 'Logout' })).toBeVisible();
      const gaps = await page.evaluate<number[]>(gapsOfLinks);
      expect(gaps).toHaveLength(2);
      for (const gap of gaps) expect(Math.abs(gap - 29)).toBeLessThan(5);
    }
    const logout = links.getByRole('button');
    const before = await logout.boundingBox();
    await logout.click();
    await expect(links.getByRole('button', { name: 'Logging out...' })).toBeVisible();
    expect(await logout.boundingBox()).toEqual(before);
  },
);
