import { openTab, searchBox } from '../support/admin-pages.ts';
import { expect, look, test } from '../support/journey.ts';
import { routeOnce } from '../support/route-once.ts';
import { expectToast, refuse } from '../support/student-pages.ts';

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
  await expect(page.getByRole('dialog').getByText('This retreat is over.')).toBeVisible();
});
