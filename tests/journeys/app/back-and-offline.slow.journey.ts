import { expect, look } from '../../support/journey.ts';
import { classCard, hold, title } from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

look(
  'Back closes the innermost dialog, asks before discarding changes, and then leaves the page',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await page.goto('/help');
    await page.goto('/schedule');
    await classCard(page, 9).getByRole('button', { name: 'Reschedule' }).click();
    const reschedule = page.getByRole('dialog', { name: 'Reschedule Class 9' });
    await reschedule.getByRole('button', { name: 'No time works? Tell us' }).click();
    const wish = page.getByRole('dialog').filter({ hasText: 'Anything else?' });
    await wish.getByRole('checkbox', { name: 'Monday' }).check();
    await page.goBack();
    await wish.getByRole('button', { name: 'Discard' }).click();
    await expect(wish).toBeHidden();
    await page.goBack();
    await expect(reschedule).toBeHidden();
    await expect(title(page)).toHaveText('Your Course Schedule');
    await page.goBack();
    await expect(page).toHaveURL('/help');
  },
);

look('a closed dialog leaves nothing in the history', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.goto('/help');
  await page.goto('/schedule?makeup=6');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/schedule');
  await classCard(page, 9).getByRole('button', { name: 'Reschedule' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await classCard(page, 9).getByRole('button', { name: 'Reschedule' }).click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(classCard(page, 9)).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/help');
});

look(
  'without a network a dialog says so, and opens when the network is back',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    await page.clock.install();
    await page.goto('/schedule');
    const card = classCard(page, 8);
    await expect(card.getByText('Join Class')).toBeVisible();
    await page.context().setOffline(true);
    await card.getByRole('button', { name: 'Reschedule' }).click();
    const failure = page.getByRole('dialog', { name: 'We couldn’t load this' });
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(failure).toContainText('You seem to be offline.');
    await failure.getByRole('button', { name: 'Close' }).click();
    await expect(card.getByText('Join Class')).toBeVisible();
    await card.getByRole('button', { name: 'Reschedule' }).click();
    await expect(failure).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('dialog', { name: 'Reschedule Class 8' })).toBeVisible();
    await expect(failure).toBeHidden();
  },
);

look('the scripts of a page’s dialogs are preloaded', async ({ signedInAs }) => {
  const page = await signedInAs(marcus);
  await page.clock.install();
  await page.goto('/schedule');
  await expect(classCard(page, 8)).toBeVisible();
  const scripts = Promise.all(
    [/move-dialog/, /join-help-dialog/].map((name) => page.waitForResponse(name)),
  );
  await page.clock.fastForward(3_000);
  await scripts;
});

look('the login page preloads no dialogs', async ({ page }) => {
  const dialogs: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('dialog')) dialogs.push(request.url());
  });
  await page.clock.install();
  await page.goto('/login');
  await expect(page.getByLabel('Email or Phone')).toBeVisible();
  const toaster = page.waitForResponse(/toaster/);
  await page.clock.fastForward(3_000);
  await toaster;
  expect(dialogs).toEqual([]);
});

look(
  'a dialog whose script is slow says that it is loading, and Back cancels it',
  async ({ signedInAs }) => {
    const page = await signedInAs(marcus);
    const letGo = await hold(page, /\/assets\/move-dialog-.*\.js$/);
    await page.goto('/schedule');
    const reschedule = classCard(page, 9).getByRole('button', { name: 'Reschedule' });
    await reschedule.click();
    await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Loading…')).toBeHidden();
    await expect(title(page)).toHaveText('Your Course Schedule');
    letGo();
    await reschedule.click();
    await expect(page.getByRole('dialog', { name: 'Reschedule Class 9' })).toBeVisible();
  },
);
