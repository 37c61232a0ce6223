import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { withoutAnswers } from '../support/page-answers.ts';
import { classCard, hold, refuse, title, withLinksBut } from '../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

look(
  'the schedule’s own script comes while the server is still asked who is there',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await withoutAnswers(page);
    const letGo = await hold(page, '**/api/user');
    const script = page.waitForResponse(/\/assets\/schedule-page-/);
    await page.goto('/schedule');
    expect((await script).status()).toBe(200);
    await expect(title(page)).toBeHidden();
    letGo();
    await expect(title(page)).toHaveText('Your Course Schedule');
  },
);

look('a schedule that cannot be loaded is asked for again', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await withoutAnswers(page);
  await refuse(page, '**/api/schedule', 'The database is away for a moment.', 503);
  await page.goto('/schedule');
  await expect(title(page)).toHaveText('Failed to fetch classes');
  await expect(page.getByText('The database is away for a moment.')).toBeVisible();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title(page)).toHaveText('Your Course Schedule');
});

look('a retreat that comes late pushes nothing down', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await withoutAnswers(page);
  const letGo = await hold(page, '**/api/retreat-registration');
  const attendance = page.waitForResponse('**/api/attendance');
  await page.goto('/schedule');
  await attendance;
  await expect(page.getByText('Loading your schedule…')).toBeAttached();
  await expect(classCard(page, 8)).toBeHidden();
  letGo();
  await expect(classCard(page, 8)).toBeVisible();
});

test('a click on Another calendar is not lost when the schedule takes the place of its skeleton', async ({
  signedInAs,
}) => {
  const page = await signedInAs(marcus);
  await withoutAnswers(page);
  const letGo = await hold(page, '**/api/attendance');
  await page.goto('/schedule');
  await expect(page.getByText('Loading your schedule…')).toBeAttached();
  await page.getByRole('button', { name: 'Another calendar' }).click();
  const address = page.getByLabel('Your private calendar address');
  await expect(address).toBeVisible();
  letGo();
  await expect(classCard(page, 8)).toBeVisible();
  await expect(address).toBeVisible();
});

test('nothing moves when the schedule takes the place of its skeleton', async ({ signedInAs }) => {
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

look('until its class times are there, a dialog has the focus itself', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  const letGo = await hold(page, '**/api/classes/reschedule-for-class/**');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reschedule Class 8' });
  await expect(dialog).toBeFocused();
  letGo();
  const nextFree = dialog.getByRole('button', { name: /^Next free/ });
  await expect(nextFree).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(nextFree).toBeFocused();
});
