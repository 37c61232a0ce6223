import type { Page } from '@playwright/test';
import { openTab, rowWith, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { meetingsOf } from '../../support/meetings.ts';
import { registerAtSite } from '../../support/retreat-site.ts';
import { expectToast } from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';
const notice = (page: Page) => page.getByText(/retreat registrations? belongs? to nobody we know$/);

test('an admin edits the retreat of a student, enters one that was booked by phone, and removes it', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await searchBox(page).fill('mid-course@demo.test');
  const yes = page.getByRole('button', { name: /^Yes edit the retreat of Marcus Bell/ });
  await page.getByRole('button', { name: '6 classes scheduled' }).focus();
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Enter');
  const editing = page.getByRole('dialog', { name: 'Edit Retreat' });
  await editing.getByLabel('Title').fill(' ');
  await editing.getByLabel('Description').fill('');
  const update = editing.getByRole('button', { name: 'Update Retreat' });
  await update.click();
  await expect(editing.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
  await expect(editing.getByLabel('Title')).toBeFocused();
  await expect(editing.getByText('Description is required')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await editing.getByLabel('Title').fill('By the sea');
  await editing.getByLabel('Description').fill('Saturday\nBring a towel.');
  await update.dblclick();
  await expectToast(page, 'Retreat registration updated successfully');
  // The card about the retreat stays away when its dialog closes.
  await expect(editing).toBeHidden();
  await expect(yes).toBeFocused();
  await expect(page.getByRole('tooltip')).toBeHidden();
  await page.getByRole('button', { name: '6 classes scheduled' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText('By the seaSaturday\nBring a towel.');

  await searchBox(page).fill(nora);
  await page.getByRole('button', { name: /^No enter a retreat of Nora Lindqvist/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter a Retreat' });
  await dialog.getByLabel('Title').fill('A day in the hills');
  await dialog.getByLabel('Description').fill('Booked by phone.');
  await dialog.getByLabel('Date (optional)').fill('2026-12-05');
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Enter Retreat' }).dblclick();
  await expectToast(page, 'Retreat entered');
  await expect(
    page.getByRole('button', { name: /^Yes edit the retreat of Nora Lindqvist/ }),
  ).toBeVisible();

  const own = await signedInAs(nora);
  const seen = async () => (await own.request.get('/api/retreat-registration')).json();
  expect(await seen()).toMatchObject({ retreatTitle: 'A day in the hills' });
  await page.goto(`/admin/people/${await meetingsOf(portal).personId(nora)}`);
  await expect(page.getByText(/^Entered by staff/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove Retreat' }).click();
  await expectToast(page, 'Retreat removed', 'Nora no longer sees it.');
  expect(await seen()).toBeNull();
});

test('an admin matches guests of the retreat site, undoes a match, dismisses it and brings it back', async ({
  signedInAs,
  portal,
}) => {
  await registerAtSite(portal, 'n@elsewhere.test', { name: 'Nora by her other name' });
  await registerAtSite(portal, 'mallory@example.org', { retreat: '2026-11-22' });
  await registerAtSite(portal, 'nora.new@example.org', { name: 'Nora' });
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await expect(notice(page)).toHaveText('3 retreat registrations belong to nobody we know');

  // A student who turns out to have the address of a guest settles that one.
  await page.getByRole('button', { name: nora }).click();
  await page.getByLabel('Email', { exact: true }).fill('nora.new@example.org');
  await page.getByRole('button', { name: 'Update Student' }).click();
  await expectToast(page, 'Student information updated successfully.');
  await expect(notice(page)).toHaveText('2 retreat registrations belong to nobody we know');

  await page.getByRole('button', { name: 'Match…' }).dblclick();
  const matching = page.getByRole('dialog', { name: 'Match Retreat Registrations' });
  const guest = (text: string) => matching.getByRole('listitem').filter({ hasText: text });
  const mallory = guest('mallory@example.org');
  await expect(mallory).toContainText('Sunday, November 22, 2026');
  await expect(mallory).toContainText(/Registered Mon, Nov\s16,\s2026, 10:\d\d\sAM\sPT · LR-/);
  await expect(mallory.getByRole('button', { name: 'Match' })).toBeDisabled();
  await mallory.getByLabel('Student', { exact: true }).fill('nobody at all');
  await expect(mallory.getByRole('status')).toHaveText('No students found');
  await mallory.getByLabel('Student', { exact: true }).fill('transfer-student@demo.test');
  await mallory.getByRole('radio').check();
  await expectNoFaultsAtAnyWidth(page);
  await mallory.getByRole('button', { name: 'Match' }).dblclick();
  await expectToast(page, 'Retreat registration matched', 'It belongs to ');
  await expect(mallory).toHaveCount(0);
  await expect(matching.getByRole('list')).toBeFocused();
  await guest('her other name').getByLabel('Student', { exact: true }).fill('BELL marc');
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
  await page.getByRole('button', { name: 'Undo match…' }).click();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Undo Match' }).dblclick();
  await expectToast(page, 'Match undone', 'no longer sees it.');
  await expect(page.getByText('No retreat yet.')).toBeVisible();

  await openTab(page, 'Students');
  await page.getByRole('button', { name: 'Match…' }).click();
  await mallory.getByRole('button', { name: 'Not ours' }).click();
  await expectToast(page, 'Not ours');
  await expect(matching.getByText('There is nothing to match.')).toBeVisible();
  await matching.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Retreat registrations that are not ours' }).click();
  await matching.getByRole('button', { name: 'Not ours (1)' }).click();
  await expectNoFaultsAtAnyWidth(page);
  await matching.getByRole('button', { name: 'Bring back' }).click();
  await expectToast(page, 'Retreat registration brought back');
  await expect(mallory.getByRole('button', { name: 'Not ours' })).toBeVisible();
});
