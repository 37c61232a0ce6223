import type { Locator, Page } from '@playwright/test';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import {
  chooseFirstSlot,
  classCard,
  expectToast,
  laterWeek,
  refuse,
  slot,
  title,
} from '../support/student-pages.ts';

const marcus = 'mid-course@demo.test';
const toasts = (page: Page) => page.locator('[data-toasts]');

/** The controls and headings in sight of which a toast lies over a part; those behind a dialog cannot be used. */
const coveredByToast = `(() => {
  const within = document.querySelector('[role="dialog"]') ?? document;
  const parts = [0.05, 0.5, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]));
  return [...within.querySelectorAll('a, button, input, select, label, h1, h2, h3, [role="tab"]')]
    .filter((element) => !element.closest('[data-toasts]'))
    .filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return parts.some(([x, y]) =>
        document.elementFromPoint(left + x * width, top + y * height)?.closest('[data-toasts]'));
    })
    .map((element) => element.textContent);
})()`;

async function expectNothingCovered(page: Page): Promise<void> {
  await expect(toasts(page).getByLabel('Close')).toBeInViewport();
  expect(await page.evaluate(coveredByToast)).toEqual([]);
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1280, height: 800 },
]) {
  test(`at ${width} px a toast lies over no control and no heading`, async ({ signedInAs }) => {
    const student = await signedInAs('new-student@demo.test');
    await student.setViewportSize({ width, height });
    await student.goto('/onboarding');
    await student
      .getByRole('button', { name: /^Select Time/ })
      .last()
      .click();
    await student.getByRole('button', { name: 'Continue' }).click();
    await expect(title(student)).toHaveText('Select Time for Class 6');
    await expectToast(student, 'Class time selected successfully', 'Class 5: ');
    await expectNothingCovered(student);

    const page = await signedInAs(marcus);
    await page.setViewportSize({ width, height });
    await page.goto('/schedule');
    await classCard(page, 9).getByRole('button', { name: 'Reschedule' }).click();
    const dialog = page.getByRole('dialog');
    await slot(page).click();
    await refuse(page, '**/api/register/reschedule/*', 'Please choose a later time.');
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expectToast(page, 'Reschedule Failed');
    await expectNothingCovered(page);
    await expect(dialog.getByRole('heading', { name: 'Reschedule Class 9' })).toBeInViewport();
    await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Class rescheduled successfully', 'Class 9 is now ');
    await expectNothingCovered(page);

    const admin = await signedInAs('admin@demo.test');
    await admin.setViewportSize({ width, height });
    await admin.goto('/admin');
    await admin.getByRole('tab', { name: 'Students' }).click();
    await refuse(admin, '**/api/admin/people/*/login-link', 'This did not work.');
    await admin.getByRole('button', { name: 'Copy Link' }).first().click();
    await expectToast(admin, 'Error');
    await expectNothingCovered(admin);
  });
}

test('a toast on a page that was scrolled stands in no row of buttons', async ({ signedInAs }) => {
  const page = await signedInAs('new-student@demo.test');
  await page.setViewportSize({ width: 820, height: 700 });
  await page.goto('/onboarding');
  await slot(page).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Week of ');
  await page.evaluate(`scrollBy(0, document.querySelector('h2').getBoundingClientRect().top + 5)`);
  await refuse(page, '**/api/register/class/*', 'Please choose a later time.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Registration Failed');
  await expectNothingCovered(page);
  const arrow = await page.getByRole('button', { name: 'Earlier week' }).first().boundingBox();
  const toast = await toasts(page).boundingBox();
  expect(toast?.y).toBeGreaterThanOrEqual((arrow?.y ?? 0) + (arrow?.height ?? 0));
});

test('a toast that goes by itself moves nothing on a phone until something was pressed, and one that is closed gives its room back', async ({
  signedInAs,
}) => {
  const page = await signedInAs('new-student@demo.test');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await page.goto('/onboarding');
  const choose = async (classNumber: number) => {
    await chooseFirstSlot(page, classNumber);
    await expect(title(page)).toHaveText(`Select Time for Class ${classNumber + 1}`);
    await expectToast(page, 'Class time selected successfully');
  };
  const topOf = async (what: Locator) => Math.round((await what.boundingBox())?.y ?? 0);
  const shownToast = page.getByText('Class time selected successfully');
  await choose(5);
  await page.clock.fastForward(1_000);
  const below = await topOf(title(page));
  await page.clock.fastForward(6_000);
  await expect(shownToast).toBeHidden();
  await page.clock.fastForward(1_000);
  expect(await topOf(title(page))).toBe(below);

  await page.evaluate('scrollTo(0, 400)');
  await expect(toasts(page)).toHaveCount(0);
  await page.evaluate('scrollTo(0, 0)');
  const without = await topOf(title(page));
  expect(without).toBeLessThan(below - 50);

  await choose(6);
  await page.clock.fastForward(1_000);
  await toasts(page).getByLabel('Close').click();
  await page.clock.fastForward(1_000);
  expect(await topOf(title(page))).toBe(without);

  await choose(7);
  await page.clock.fastForward(7_000);
  await expect(shownToast).toBeHidden();
  const leftBelow = await topOf(title(page));
  expect(leftBelow).toBeGreaterThan(without + 50);
  // As a finger does it: nothing is scrolled.
  await laterWeek(page).first().dispatchEvent('click');
  expect(await topOf(title(page))).toBe(leftBelow);
  await page.clock.fastForward(1_000);
  expect(await topOf(title(page))).toBe(without);
});

test('a reschedule is undone from its toast, and what was moved is where it was', async ({
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
  await expect(card).toContainText('It was Saturday, November 21 at 9:00 AM PT.');
  await expectNoFaults(page);
  await toasts(page).getByRole('button', { name: 'Undo' }).press('Enter');
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
  await expect(card).toContainText('It was Sunday, October 18');
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
