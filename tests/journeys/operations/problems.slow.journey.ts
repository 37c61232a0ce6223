import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

async function failMails(portal: Portal, count: number) {
  await portal.database.execute(
    sql`insert into pgboss.job (name, data, source_name, source_output, created_on)
        select 'dead-jobs', jsonb_build_object('personId', (select id from people where email = 'new-student@demo.test')),
          'mail-account-reset', '{"reason": "The email server rejected this address: 550"}', now() - n * interval '1 minute'
        from generate_series(1, ${count}) n`,
  );
}

test('an admin dismisses a problem and brings it back, by keyboard at 390 px', async ({
  portal,
  signedInAs,
}) => {
  await failMails(portal, 1);
  const page = await signedInAs('admin@demo.test');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/problems');
  const mails = section(page, 'Emails that were rejected');
  await mails.getByRole('button', { name: /^Dismiss, / }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Dismiss this problem?' });
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByLabel('Why?').fill('I called her');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(mails).toBeHidden();
  await page.getByRole('link', { name: 'Dismissed 1' }).click();
  await expect(mails.getByText(/^Dismissed by Amara Osei, .*: I called her$/)).toBeVisible();
  await mails.getByRole('button', { name: /^Reopen, / }).click();
  await expect(page.getByText('No dismissed problems')).toBeVisible();
  await page.getByRole('link', { name: 'Open 1' }).click();
  await expect(mails).toBeVisible();
});

test('many problems of a kind are paged, and dismissed all at once', async ({
  portal,
  signedInAs,
}) => {
  await failMails(portal, 45);
  const page = await signedInAs('admin@demo.test');
  await page.goto('/admin/problems');
  const mails = section(page, 'Emails that were rejected 45');
  await expect(mails.getByRole('listitem')).toHaveCount(5);
  await mails.getByRole('link', { name: 'Show all 45' }).click();
  await expect(mails.getByRole('listitem')).toHaveCount(20);
  await page.getByRole('button', { name: 'Last' }).click();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  await expect(mails.getByRole('listitem')).toHaveCount(5);
  await expectNoFaultsAtAnyWidth(page);
  await mails.getByRole('button', { name: /^Dismiss All, / }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss all 45?' });
  await dialog.getByLabel('Why?').fill('The server was away');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('45 problems dismissed', { exact: true })).toBeVisible();
  await expect(page.getByText('No problems of this kind')).toBeVisible();
});
