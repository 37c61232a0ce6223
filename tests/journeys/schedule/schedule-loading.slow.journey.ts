import { expect, test } from '../../support/journey.ts';
import {
  classCard,
  expectToast,
  hold,
  laterWeek,
  slot,
  withLinksBut,
} from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

test('nothing moves when the schedule replaces its skeleton', async ({ signedInAs }) => {
  const page = await signedInAs('transfer-student@demo.test');
  await withLinksBut(page, () => []);
  await page.goto('/text-consent');
  const letGo = await hold(page, '**/api/attendance');
  await page.getByRole('button', { name: 'Continue' }).click();
  const heightOfMain = () => page.getByRole('main').evaluate((main) => main.scrollHeight);
  await expect(page.getByText('Loading your schedule…')).toBeAttached();
  const before = await heightOfMain();
  letGo();
  await expect(classCard(page, 10)).toBeVisible();
  expect(await heightOfMain()).toBe(before);
});

test('a page left open follows a class that was moved in another tab', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.clock.install();
  await page.goto('/schedule');
  await expect(classCard(page, 8)).toContainText('November 21');
  const other = await page.context().newPage();
  await other.goto('/schedule');
  await classCard(other, 8).getByRole('button', { name: 'Reschedule' }).click();
  await expect(slot(other, /^Current, /)).toBeVisible();
  await laterWeek(other).click();
  await slot(other, /^Select Time, Wednesday, November 25/).click();
  const confirm = { name: 'Reschedule', exact: true };
  await other.getByRole('dialog').getByRole('button', confirm).click();
  await expectToast(other, 'Class rescheduled successfully');

  await page.clock.fastForward(31_000);
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  await expect(slot(page, /^Current, Wednesday, November 25/)).toBeDisabled();
  await slot(page, /^Select Time, Saturday, November 28/).click();
  await page.getByRole('dialog').getByRole('button', confirm).click();
  await expectToast(page, 'Class rescheduled successfully');
  await expect(classCard(page, 8)).toContainText('Saturday, November 28, 2026');
});
