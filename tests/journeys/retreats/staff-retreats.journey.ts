import { openTab, rowWith, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, look, test } from '../../support/journey.ts';
import { routeOnce } from '../../support/route-once.ts';
import { expectToast, refuse } from '../../support/student-pages.ts';

const admin = 'admin@demo.test';
const marcus = 'mid-course@demo.test';

test('a retreat is corrected by an admin, and only with a title and a description', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  const yes = page.getByRole('button', { name: /^Yes edit the retreat of Marcus Bell/ });
  await yes.click();
  await page.getByLabel('Title').fill(' ');
  await page.getByLabel('Description').fill('');
  const update = page.getByRole('button', { name: 'Update Retreat' });
  await update.click();
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByText('Description is required')).toBeVisible();
  await page.getByLabel('Title').fill('By the sea');
  await page.getByLabel('Description').fill('Saturday\nBring a towel.');
  await routeOnce(page, '**/api/admin/retreat-registrations/*', (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await update.click();
  await expectToast(page, 'Error', 'Failed to update retreat registration');
  await update.dblclick();
  await expectToast(page, 'Retreat registration updated successfully');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(yes).toBeFocused();
  await page.getByRole('button', { name: '6 classes scheduled' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveText('By the seaSaturday\nBring a towel.');
});

look('a retreat without details opens no dialog and says why', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await page.route('**/api/students', async (route) => {
    const rows = await (await route.fetch()).json();
    const json = rows.map((row: object) => ({
      ...row,
      retreatScheduled: 'Yes',
      retreatDetails: [],
    }));
    await route.fulfill({ json });
  });
  await openTab(page, 'Students');
  await page.getByRole('button', { name: /^Yes/ }).first().click();
  await expectToast(page, 'Error', 'No retreat data available');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

look('the card about a retreat stays away when its dialog closes', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  const yes = page.getByRole('button', { name: /^Yes edit the retreat of Marcus Bell/ });
  await page.getByRole('button', { name: '6 classes scheduled' }).focus();
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Retreat' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(yes).toBeFocused();
  await expect(page.getByRole('tooltip')).toBeHidden();
});

look('the server’s own words are shown when it refuses a retreat', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  await page.getByRole('button', { name: /^Yes edit/ }).click();
  await refuse(page, '**/api/admin/retreat-registrations/*', 'This retreat is over.');
  await page.getByRole('button', { name: 'Update Retreat' }).click();
  await expectToast(page, 'Error', 'This retreat is over.');
  await expect(page.getByRole('dialog').getByText('This retreat is over.')).toHaveCount(0);
});

test('a guest is matched by name, the match undone, dismissed and brought back', async ({
  signedInAs,
  portal,
}) => {
  await fetch(`${portal.sandbox.url}/retreats/registrations`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ retreat: '2026-11-21', name: 'Nora by her other name', email: 'n@elsewhere.test' },
      ...{ phone: '', code: '' },
    }),
  });
  await portal.sandbox.retreatWebhooksSent();
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await page.getByRole('button', { name: 'Match…' }).click();
  const matching = page.getByRole('dialog', { name: 'Match Retreat Registrations' });
  const guest = matching.getByRole('listitem').filter({ hasText: 'Nora by her other name' });
  await guest.getByLabel('Student', { exact: true }).fill('nora lind');
  await guest.getByRole('radio', { name: /^Nora Lindqvist/ }).check();
  await guest.getByRole('button', { name: 'Match', exact: true }).click();
  await expect(matching).toBeHidden();

  await searchBox(page).fill('new-student@demo.test');
  const row = rowWith(page, 'new-student@demo.test');
  await expect(row.getByRole('button', { name: /^Yes edit the retreat/ })).toBeVisible();
  const { id } = (await (await page.request.get('/api/students')).json()).find(
    (one: { email: string }) => one.email === 'new-student@demo.test',
  );
  await page.goto(`/admin/people/${id}`);
  await page.getByRole('button', { name: 'Undo match…' }).click();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Undo Match' }).dblclick();
  await expectToast(page, 'Match undone', 'Nora no longer sees it.');
  await expect(page.getByText('No retreat yet.')).toBeVisible();

  await openTab(page, 'Students');
  await page.getByRole('button', { name: 'Match…' }).click();
  await guest.getByRole('button', { name: 'Not ours' }).click();
  await expectToast(page, 'Not ours');
  await expect(matching.getByText('There is nothing to match.')).toBeVisible();
  await matching.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Retreat registrations that are not ours' }).click();
  await matching.getByRole('button', { name: 'Not ours (1)' }).click();
  await expectNoFaultsAtAnyWidth(page);
  await matching.getByRole('button', { name: 'Bring back' }).click();
  await expectToast(page, 'Retreat registration brought back');
  await expect(guest.getByRole('button', { name: 'Not ours' })).toBeVisible();
});

test('a retreat that was booked by phone is entered from the list, and removed on the person’s page', async ({
  signedInAs,
}) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await searchBox(page).fill('new-student@demo.test');
  await page.getByRole('button', { name: /^No enter a retreat of Nora Lindqvist/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter a Retreat' });
  await dialog.getByRole('button', { name: 'Enter Retreat' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await dialog.getByLabel('Title').fill('A day in the hills');
  await dialog.getByLabel('Description').fill('Booked by phone.');
  await dialog.getByLabel('Date (optional)').fill('2026-12-05');
  await dialog.getByLabel('Until').fill('08:00');
  await dialog.getByRole('button', { name: 'Enter Retreat' }).click();
  await expect(dialog.getByText('The end must be after the beginning')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByLabel('Until').fill('17:00');
  await dialog.getByRole('button', { name: 'Enter Retreat' }).dblclick();
  await expectToast(page, 'Retreat entered');
  const yes = page.getByRole('button', { name: /^Yes edit the retreat of Nora Lindqvist/ });
  await expect(yes).toBeVisible();

  const own = await signedInAs('new-student@demo.test');
  const seen = async () => (await own.request.get('/api/retreat-registration')).json();
  const { id } = (await (await page.request.get('/api/students')).json()).find(
    (one: { email: string }) => one.email === 'new-student@demo.test',
  );
  expect(await seen()).toMatchObject({ retreatTitle: 'A day in the hills' });
  await page.goto(`/admin/people/${id}`);
  await expect(page.getByText(/^Entered by staff/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove Retreat' }).click();
  await expectToast(page, 'Retreat removed', 'Nora no longer sees it.');
  expect(await seen()).toBeNull();
});
