import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { comeBackTo } from '../../support/open-page.ts';

const farah = 'finished-picking@demo.test';

test('a student registers on the retreat site with the code and finds the retreat on the schedule', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(farah);
  await page.goto('/retreat-registration');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Retreats Website' }).click();
  const site = await opened;
  await site.getByRole('link', { name: 'Register for Saturday, November 21, 2026' }).click();
  await site.getByLabel('Name').fill('Farah Haddad');
  await site.getByLabel('Email').fill('Finished-Picking@demo.test');
  await site.getByLabel('Code').fill('FIRSTRETREET');
  await site.getByRole('button', { name: 'Register' }).click();
  await expect(site.getByLabel('Code')).toHaveAccessibleDescription(/We don’t know the code/);
  await expect(site.getByLabel('Name')).toHaveValue('Farah Haddad');
  await expectNoFaults(site);
  await site.getByLabel('Code').fill('FIRSTRETREAT');
  await site.getByRole('button', { name: 'Register' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('You’re registered');
  await expect(site.getByText('Free with the code FIRSTRETREAT')).toBeVisible();
  await portal.sandbox.retreatWebhooksSent();

  await comeBackTo(page);
  await expect(page.getByText('You’re registered')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/text-consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  const line = 'One Day Yoga & Meditation Retreat at the Lakeside House · Sat, Nov 21';
  await page.getByRole('button', { name: line }).click();
  await expect(page.getByText('Saturday, November 21, 2026, 9:00 AM to 5:00 PM PT')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toHaveCount(0);
});
