import type { Page } from '@playwright/test';
import { openTab, rowWith, searchBox } from '../../support/admin-pages.ts';
import { expect, look } from '../../support/journey.ts';
import { title } from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

const isRinged = (page: Page) => page.evaluate('document.activeElement.matches(":focus-visible")');

look('a teacher sees everything on the dashboard and changes nothing', async ({ signedInAs }) => {
  const page = await signedInAs('teacher@demo.test');
  await openTab(page, 'Classes');
  await expect(title(page)).toHaveText('Admin Dashboard');
  await expect(page.getByText('Manage classes and students')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add|Edit)/ })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Students' }).click();
  await expect(page.getByRole('tab', { name: 'Students' })).toBeFocused();
  expect(await isRinged(page)).toBe(false);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Alumni' })).toBeFocused();
  expect(await isRinged(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Add Alumni' })).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');

  await searchBox(page).fill(marcus);
  await expect(rowWith(page, marcus)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add Student' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: marcus })).toHaveCount(0);
  const yes = page.getByRole('button', { name: /^Yes retreat for Marcus Bell/ });
  const description = page.getByText('Lunch is included. Please bring a blanket.');
  await yes.hover();
  await expect(description).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(description).toBeHidden();
  const row = page.getByRole('row').filter({ has: yes });
  await row.getByRole('button', { name: '6 scheduled' }).focus();
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await expect(description).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(description).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('link', { name: 'Bell' }).click();
  await expect(page.locator('#course-class-6')).toContainText('Missed');
  await page.getByRole('button', { name: 'More Actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Print This Page']);
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('button', { name: /^(Make|Move|More for|Edit|Write|Erase)\b/ }),
  ).toHaveCount(0);
  await openTab(page, 'Alumni');
  await page.getByRole('link', { name: 'Almeida' }).click();
  await expect(page.getByText(/^Alumni · /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Course' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible();
  await page.getByRole('link', { name: 'Alumni', exact: true }).click();
  await expect(title(page)).toHaveText('Admin Dashboard');
  await page.goto('/admin/people/999999');
  await expect(page.getByText('We couldn’t find this person.')).toBeVisible();
  await page.goto('/admin/staff');
  await expect(page).toHaveURL('/admin');
});
