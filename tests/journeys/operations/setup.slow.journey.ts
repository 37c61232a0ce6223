import type { Page } from '@playwright/test';
import { webhookEvents } from '../../../src/server/database/schema.ts';
import { openStaffPage } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { expectToast, title } from '../../support/student-pages.ts';

const checks = (page: Page) => page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
const check = (page: Page, name: string) =>
  checks(page).filter({ has: page.getByRole('heading', { name }) });

test('an admin checks the setup, sends a test email, and reads the manual', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await expect(page.getByRole('tab')).toHaveCount(3);
  await openStaffPage(page, 'Setup');
  await expect(page).toHaveURL(/\/admin\/setup$/);
  await expect(title(page)).toHaveText('Setup');
  await expect(check(page, 'Clock')).toContainText('OK');
  await expect(check(page, 'Public URL')).toContainText('Warning');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    /^0 problems, \d+ warnings?$/,
  );
  const links = checks(page).getByRole('link', { name: /^Manual: / });
  await expect(links).toHaveCount(await checks(page).count());
  await expectNoFaultsAtAnyWidth(page);
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(125);

  await page.getByRole('button', { name: 'Send Test Email' }).click();
  await expectToast(page, 'A test email is on its way to admin@demo.test');
  await expect
    .poll(async () => (await fetch(`${portal.sandbox.url}/outbox`)).json())
    .toMatchObject([{ to: 'admin@demo.test', subject: 'Test email from the portal' }]);

  await expect(check(page, 'Retreat site')).toContainText('Warning');
  await portal.database
    .insert(webhookEvents)
    .values({ source: 'retreats', key: 'one', receivedAt: portal.clock.now() });
  await page.getByRole('button', { name: 'Check Again' }).click();
  await expect(check(page, 'Retreat site')).toContainText('OK');

  await check(page, 'Zoom host').getByRole('link', { name: 'Manual: Zoom' }).click();
  await expect(page).toHaveURL(/\/admin\/manual#4-zoom$/);
  await expect(page.getByRole('heading', { name: '4. Zoom' })).toBeInViewport();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('link', { name: 'When something fails' }).click();
  await expect(page.getByRole('heading', { name: '11. When something fails' })).toBeInViewport();
});
