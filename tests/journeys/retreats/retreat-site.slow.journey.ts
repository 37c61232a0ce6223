import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { comeBackTo } from '../../support/open-page.ts';
import { registerAtSite } from '../../support/retreat-site.ts';

const farah = 'finished-picking@demo.test';

test('after registering on the retreat site, the open schedule shows the retreat and a link to change it', async ({
  signedInAs,
  portal,
}) => {
  await portal.database
    .update(people)
    .set({ retreatContinueClicked: true, textContinueClicked: true })
    .where(eq(people.email, farah));
  const page = await signedInAs(farah);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Copy the code FIRSTRETREAT' }).press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('FIRSTRETREAT');
  await expectNoFaults(page);

  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Register' }).click();
  await (await opened).close();
  await comeBackTo(page);
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible();
  const address = await registerAtSite(portal, farah);
  await page.getByRole('button', { name: /Sat, Nov 21$/ }).click();
  await expect(page.getByText('Saturday, November 21, 2026')).toBeVisible();
  const change = page.getByRole('link', { name: 'Change or Cancel' });
  await expect(change).toHaveAttribute('href', address.replace('/confirmed', ''));
  await expectNoFaults(page);
});

test('a date changed on the site changes the schedule, and a cancellation offers to register again', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('transfer-student@demo.test');
  await page.goto('/text-consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Schedule Your Retreat' })).toBeVisible();
  const site = await page.context().newPage();
  await site.goto(await registerAtSite(portal, 'transfer-student@demo.test'));
  await site.getByRole('link', { name: 'Change or cancel this registration' }).click();
  await expectNoFaults(site);
  await site.getByRole('radio', { name: /Sunday, November 22, 2026/ }).check();
  await site.getByRole('button', { name: 'Change Date' }).click();
  await expect(site.getByText('We changed your registration.')).toBeVisible();
  await portal.sandbox.retreatWebhooksSent();
  await site.getByRole('link', { name: 'Back to your course portal' }).click();
  await expect(
    site.getByRole('heading', { name: 'A Day of Quiet in the Pine Hall' }),
  ).toBeVisible();

  await site.goBack();
  await site.getByRole('button', { name: 'Cancel Registration' }).click();
  await expect(site.getByText('We canceled your registration.')).toBeVisible();
  await portal.sandbox.retreatWebhooksSent();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Schedule Your Retreat' })).toBeVisible();
  const again = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect((await again).getByRole('heading', { name: 'One-day retreats' })).toBeVisible();
});
