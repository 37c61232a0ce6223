import type { Page } from '@playwright/test';
import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { meetingsOf } from '../../support/meetings.ts';
import { registerAtSite } from '../../support/retreat-site.ts';
import { expectToast } from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';
const notice = (page: Page) =>
  page.getByText(/retreat registrations? (doesn’t|don’t) match anyone here$/);

test('an admin matches retreat registrations to students, undoes a match, dismisses one, and brings it back', async ({
  signedInAs,
  portal,
}) => {
  await registerAtSite(portal, 'n@elsewhere.test', { name: 'Nora by her other name' });
  await registerAtSite(portal, 'mallory@example.org', { retreat: '2026-11-22' });
  await registerAtSite(portal, 'nora.new@example.org', { name: 'Nora' });
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await expect(notice(page)).toHaveText('3 retreat registrations don’t match anyone here');

  await page.getByRole('button', { name: nora }).click();
  await page.getByLabel('Email', { exact: true }).fill('nora.new@example.org');
  await page.getByRole('button', { name: 'Update Student' }).click();
  await expectToast(page, 'Student information updated successfully.');
  await expect(notice(page)).toHaveText('2 retreat registrations don’t match anyone here');

  await notice(page).dblclick();
  const matching = page.getByRole('dialog', { name: 'Match Retreat Registrations' });
  const guest = (text: string) => matching.getByRole('listitem').filter({ hasText: text });
  const mallory = guest('mallory@example.org');
  await expect(mallory).toContainText('Sunday, November 22, 2026');
  await expect(mallory).toContainText(/Registered Mon, Nov\s16,\s2026, 10:\d\d\sAM\sPT · LR-/);
  await expect(mallory.getByRole('button', { name: 'Match' })).toBeDisabled();
  await mallory.getByLabel('Who is this guest?').fill('no such person');
  await expect(mallory.getByRole('status')).toHaveText(/^No one found/);
  await mallory.getByLabel('Who is this guest?').fill('transfer-student@demo.test');
  await mallory.getByRole('radio').check();
  await expectNoFaultsAtAnyWidth(page);
  await mallory.getByRole('button', { name: 'Match' }).dblclick();
  await expectToast(page, 'Retreat registration matched', 'It now belongs to ');
  await expect(mallory).toHaveCount(0);
  await expect(matching.getByRole('list')).toBeFocused();
  await guest('her other name').getByLabel('Who is this guest?').fill('BELL marc');
  await guest('her other name')
    .getByRole('radio', { name: /^Marcus Bell/ })
    .check();
  await guest('her other name').getByRole('button', { name: 'Match' }).click();
  await expect(matching).toBeHidden();
  await expect(notice(page)).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
  for (const email of ['nora.new@example.org', 'transfer-student@demo.test']) {
    const yes = rowWith(page, email).getByRole('button', { name: /^Yes edit the retreat/ });
    await expect(yes).toBeVisible();
  }

  await page.goto(
    `/admin/people/${await meetingsOf(portal).personId('transfer-student@demo.test')}`,
  );
  await page.getByRole('button', { name: 'Undo Match…' }).click();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Undo Match' }).dblclick();
  await expectToast(page, 'Match undone', 'won’t see it anymore.');
  await expect(page.getByText('No retreat yet.')).toBeVisible();

  await openTab(page, 'Students');
  await notice(page).click();
  await mallory.getByRole('button', { name: 'Not Ours' }).click();
  await expectToast(page, 'Marked as not ours');
  await expect(matching.getByText('There’s nothing to match.')).toBeVisible();
  await matching.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Retreat guests who aren’t our students' }).click();
  await matching.getByRole('button', { name: 'Not ours (1)' }).click();
  await expectNoFaultsAtAnyWidth(page);
  await matching.getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, 'Retreat registration restored');
  await expect(mallory.getByRole('button', { name: 'Not Ours' })).toBeVisible();
});
