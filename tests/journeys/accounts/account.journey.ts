import { readFileSync } from 'node:fs';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { comeBackTo } from '../../support/open-page.ts';
import { title } from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

test('a student sees their details and devices, downloads their data, and signs out everywhere', async ({
  signedInAs,
}) => {
  const [page, other] = [await signedInAs(marcus), await signedInAs(marcus)];
  await other.goto('/schedule');
  await expect(title(other)).toHaveText('Your Course Schedule');
  await page.goto('/account');
  const details = page.getByRole('region', { name: 'Your details' });
  await expect(details.getByRole('definition')).toHaveText([
    'Marcus Bell',
    marcus,
    '(202) 555-0103',
  ]);
  const devices = page.getByRole('region', { name: 'Where you’re signed in' });
  const here = devices.getByRole('listitem').filter({ hasText: 'This device' });
  await expect(here).toHaveCount(1);
  await expect(here).toContainText('Active now');
  const there = devices.getByRole('listitem').filter({ hasNotText: 'This device' }).first();
  await expect(there).toContainText(/Signed in on [A-Z][a-z]+\s\d+ at\s\d+:\d\d\s[AP]M\sPT/);
  await expectNoFaultsAtAnyWidth(page);

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download My Data' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('my-data.json');
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(data.profile).toMatchObject({ firstName: 'Marcus', email: marcus });

  const everywhere = page.getByRole('button', { name: 'Sign out everywhere' });
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await everywhere.click();
  await expectNoFaults(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(everywhere).toBeFocused();
  await everywhere.click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/schedule');
  await expect(page).toHaveURL(/\/login$/);
  await comeBackTo(other);
  await expect(other).toHaveURL(/\/login$/);
});
