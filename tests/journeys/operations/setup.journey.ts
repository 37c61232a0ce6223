import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../../support/journey.ts';
import { expectToast, hold, refuse, title } from '../../support/student-pages.ts';

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Checks' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

look('the dashboard leads admins to Setup, and nobody else', async ({ signedInAs }) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await expect(page.getByRole('tab')).toHaveCount(3);
  await page.getByRole('link', { name: 'Setup' }).click();
  await expect(page).toHaveURL(/\/admin\/setup$/);
  await expect(title(page)).toHaveText('Setup');

  const teacher = await signedInAs('teacher@demo.test');
  await teacher.goto('/admin');
  await expect(teacher.getByRole('tab')).toHaveCount(3);
  await expect(teacher.getByRole('link', { name: 'Setup' })).toHaveCount(0);
  await teacher.goto('/admin/setup');
  await expect(teacher).toHaveURL(/\/admin$/);
});

test('every check has a word for its state, a sentence, and a chapter of the manual', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin/setup');
  await expect(rowOf(page, 'Clock')).toContainText('OK');
  await expect(rowOf(page, 'Public address')).toContainText('Warning');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    /^Problems: 0, warnings: \d+$/,
  );
  const rows = page.getByRole('list', { name: 'Checks' }).getByRole('listitem');
  await expect(rows.getByRole('link', { name: /^Manual: / })).toHaveCount(await rows.count());
  await expectNoFaultsAtAnyWidth(page);
  // The header is in one line.
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80);
});

look('a check leads to its chapter of the manual, which is for admins', async ({ signedInAs }) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin/setup');
  await rowOf(page, 'Zoom host').getByRole('link', { name: 'Manual: Zoom' }).click();
  await expect(page).toHaveURL(/\/admin\/manual#4-zoom$/);
  await expect(page.getByRole('heading', { name: '4. Zoom' })).toBeInViewport();
  await expectNoFaultsAtAnyWidth(page);
  await page.setViewportSize({ width: 820, height: 900 });
  await expectNoFaults(page);

  await page.getByRole('link', { name: 'When something fails' }).click();
  await expect(page.getByRole('heading', { name: '11. When something fails' })).toBeInViewport();

  const teacher = await signedInAs('teacher@demo.test');
  await teacher.goto('/admin/manual#4-zoom');
  await expect(teacher).toHaveURL(/\/admin$/);
});

test('checking again shows what has broken meanwhile', async ({ signedInAs, portal }) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin/setup');
  await expect(rowOf(page, 'Failed jobs')).toContainText('OK');
  await portal.database.execute(
    sql`insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
        values ('dead-jobs', '{}', 'check-registrants', gen_random_uuid(), now(), 0, '{}')`,
  );
  const letGo = await hold(page, '**/api/admin/setup');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('button', { name: 'Checking...' })).toBeVisible();
  letGo();
  await expect(rowOf(page, 'Failed jobs')).toContainText('Warning');
  await expect(rowOf(page, 'Failed jobs')).toContainText('check-registrants');
});

test('a test mail comes to the admin’s own address', async ({ signedInAs, portal }) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin/setup');
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expectToast(page, 'A test mail is on its way to admin@demo.test');
  await expect
    .poll(async () => (await fetch(`${portal.sandbox.url}/outbox`)).json())
    .toMatchObject([{ to: 'admin@demo.test', subject: 'Test mail of the portal' }]);
});

test('checks that could not be loaded are asked for again', async ({ signedInAs }) => {
  const page = await signedInAs('admin@demo.test');
  await refuse(page, '**/api/admin/setup', 'Something went wrong.', 500);
  await page.goto('/admin/setup');
  await expect(page.getByRole('alert')).toContainText('The setup could not be checked');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'Clock')).toBeVisible();
});
