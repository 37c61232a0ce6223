import { openTab, pickDate, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { meetingsOf } from '../../support/meetings.ts';
import { expectToast } from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';

test('an admin edits a student’s retreat, adds one that was booked by phone, and removes it', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Students');
  await searchBox(page).fill('mid-course@demo.test');
  const yes = page.getByRole('button', { name: /^Yes edit the retreat for Marcus Bell/ });
  await page.getByRole('button', { name: '6 scheduled' }).focus();
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
  await expect(editing).toBeHidden();
  await expect(yes).toBeFocused();
  await expect(page.getByRole('tooltip')).toBeHidden();
  await page.getByRole('button', { name: '6 scheduled' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText('By the seaSaturday\nBring a towel.');

  await searchBox(page).fill(nora);
  await page.getByRole('button', { name: /^No add a retreat for Nora Lindqvist/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Retreat' });
  await dialog.getByLabel('Title').fill('A day in the hills');
  await dialog.getByLabel('Description').fill('Booked by phone.');
  await pickDate(page, 'Date \\(optional\\)', 'December 5, 2026');
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Add Retreat' }).dblclick();
  await expectToast(page, 'Retreat added');
  await expect(
    page.getByRole('button', { name: /^Yes edit the retreat for Nora Lindqvist/ }),
  ).toBeVisible();

  const own = await signedInAs(nora);
  const seen = async () => (await own.request.get('/api/retreat-registration')).json();
  expect(await seen()).toMatchObject({ retreatTitle: 'A day in the hills' });
  await page.goto(`/admin/people/${await meetingsOf(portal).personId(nora)}`);
  await expect(page.getByText(/^Added by staff/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove Retreat' }).click();
  await expectToast(page, 'Retreat removed', 'Nora won’t see it anymore.');
  expect(await seen()).toBeNull();
});
