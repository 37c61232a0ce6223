import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { classes, meetingRegistrants, people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, look, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

async function failMails(portal: Portal, count: number) {
  await portal.database.execute(
    sql`insert into pgboss.job (name, data, source_name, source_output, created_on)
        select 'dead-jobs', jsonb_build_object('personId', (select id from people where email = 'new-student@demo.test')),
          'mail-reset', '{"reason": "The mail server refuses this address: 550"}', now() - n * interval '1 minute'
        from generate_series(1, ${count}) n`,
  );
}

look(
  'nothing waits in a portal that is well, and teachers have no such page',
  async ({ signedInAs }) => {
    const page = await signedInAs('admin@demo.test');
    await page.goto('/admin/problems');
    await expect(page.getByText('Nothing waits for anybody')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: /^Problems/ })).toHaveCount(0);
    await page.getByRole('link', { name: /^Dismissed/ }).click();
    await expect(page.getByText('Nothing is dismissed')).toBeVisible();
    await expectNoFaultsAtAnyWidth(page);
    const teacher = await signedInAs('teacher@demo.test');
    await teacher.goto('/admin/problems');
    await expect(teacher).toHaveURL(/\/admin$/);
  },
);

test('an admin finds what waits by the number in the header, and retries it', async ({
  portal,
  signedInAs,
}) => {
  const { database, clock } = portal;
  const [nora] = await database
    .select()
    .from(people)
    .where(eq(people.email, 'new-student@demo.test'));
  const [next] = await database
    .select()
    .from(classes)
    .where(sql`starts_at > ${clock.now().toISOString()}::timestamptz`)
    .orderBy(classes.startsAt)
    .limit(1);
  const problem = 'Zoom answered 400 (300): Validation Failed.';
  const seat = { personId: nora?.id ?? 0, classId: next?.id ?? 0 };
  await database.insert(meetingRegistrants).values({ ...seat, problem, updatedAt: clock.now() });
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Problems 1', exact: true }).click();
  const places = section(page, 'Places that Zoom refused');
  await expect(places.getByText(problem)).toBeVisible();
  await expect(places.getByRole('link', { name: /\d{1,2}:\d\d [AP]M PT/ })).toHaveAttribute(
    'href',
    `/admin/classes/${seat.classId}`,
  );
  await expectNoFaultsAtAnyWidth(page);
  await places
    .getByRole('button', { name: 'Retry, No link of their own, Nora Lindqvist' })
    .dblclick();
  await expect(page.getByText(/^Being tried again\. What fails once more/)).toBeVisible();
  await expect(page.getByText('Nothing waits for anybody')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('banner').getByRole('link', { name: /^Problems/ })).toHaveCount(0);
  expect(await database.$count(meetingRegistrants, sql`problem is not null`)).toBe(0);
});

test('a problem is dismissed with a reason, seen under Dismissed and brought back, by keyboard at 390 px', async ({
  portal,
  signedInAs,
}) => {
  await failMails(portal, 1);
  const page = await signedInAs('admin@demo.test');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/problems');
  const mails = section(page, 'Mails that were refused');
  await mails.getByRole('button', { name: /^Dismiss, / }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Dismiss this problem?' });
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByText('Please say why')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByLabel('Why?').fill('She was told by phone');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(mails).toBeHidden();
  await page.getByRole('link', { name: 'Dismissed 1' }).click();
  await expect(
    mails.getByText(/^Dismissed by Amara Osei, .*: She was told by phone$/),
  ).toBeVisible();
  await mails.getByRole('button', { name: /^Bring back, / }).click();
  await expect(page.getByText('Nothing is dismissed')).toBeVisible();
  await page.getByRole('link', { name: 'Open 1' }).click();
  await expect(mails).toBeVisible();
});

test('of many problems of a kind the first are shown, the others on pages, and all are dismissed at once', async ({
  portal,
  signedInAs,
}) => {
  await failMails(portal, 45);
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin/problems');
  const mails = section(page, 'Mails that were refused 45');
  await expect(mails.getByRole('listitem')).toHaveCount(5);
  await mails.getByRole('link', { name: 'Show all 45' }).click();
  await expect(mails.getByRole('listitem')).toHaveCount(20);
  await page.getByRole('button', { name: 'Last' }).click();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  await expect(mails.getByRole('listitem')).toHaveCount(5);
  await expectNoFaultsAtAnyWidth(page);
  await mails.getByRole('button', { name: /^Dismiss all, / }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss all 45?' });
  await dialog.getByLabel('Why?').fill('The server was away');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('45 problems dismissed', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing of this kind is left')).toBeVisible();
});
