import type { Page } from '@playwright/test';
import { openStaffPage, openTab, rowWith, searchBox } from '../../support/admin-pages.ts';
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

  // The focus ring only shows when the user presses keys.
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
    page.getByRole('button', { name: /^(Make|Move|Cancel|Excuse|Edit|Write|Erase)\b/ }),
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

look(
  'a teacher sees their own classes and every tab, but nothing that makes changes',
  async ({ signedInAs }) => {
    const page = await signedInAs('teacher@demo.test');
    await page.goto('/admin/today');
    const today = page.getByRole('rowgroup').filter({ hasText: /^Today/ });
    await expect(today).toContainText(/12:00\sPM\sPT.*Thuy Nguyen Class 7/);
    const tomorrow = page.getByRole('rowgroup').filter({ hasText: /^Tomorrow/ });
    await expect(tomorrow).toContainText(/4:00\sPM\sPT.*Omar Rahimi Class 6/);
    const start = today.getByRole('button', { name: /^Start Zoom Meeting/ });
    await expect(start).toBeDisabled();
    await expect(start).toHaveAccessibleDescription('Setting up the meeting…');

    await openTab(page, 'Classes');
    await expect(page.getByRole('banner')).toContainText('Daniel Reyes · Teacher');
    const changing = page.getByRole('button', { name: /Add |Edit |Create |Delete|Select /i });
    await expect(changing).toHaveCount(0);

    await page.getByRole('button', { name: 'Last' }).click();
    await page.getByLabel('Only my classes').check();
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
    await expect(page.locator('td[data-name="Instructor"]')).toHaveText(
      Array.from({ length: 20 }, () => 'Daniel'),
    );
    await page.reload();
    await expect(page.getByLabel('Only my classes')).toBeChecked();
    await page.goBack();
    await expect(page.getByLabel('Only my classes')).not.toBeChecked();

    await page.getByRole('tab', { name: 'Students' }).click();
    await expect(rowWith(page, 'omar.rahimi@demo.test')).toBeVisible();
    await expect(changing).toHaveCount(0);
    await expect(page.getByRole('button', { name: /@demo.test/ })).toHaveCount(0);
    await page.getByRole('tab', { name: 'Alumni' }).click();
    await expect(rowWith(page, 'helen.marsh@demo.test')).toBeVisible();
    await expect(changing).toHaveCount(0);

    await page.goto('/admin/classes?view=past');
    await page.getByRole('button', { name: 'Older' }).click();
    await expect(page.getByText('Page 2')).toBeVisible();
    await page.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Actions' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Correct|^Edit|^Message/ })).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText('Page 2'), 'the page of the list is restored').toBeVisible();

    await page.goto('/admin/audit');
    await expect(page, 'only admins see the audit log').toHaveURL('/admin');
    await openStaffPage(page, 'Alumni page');
    await expect(page).toHaveURL('/classes');
    await expect(page.getByText('Text reminders')).toHaveCount(0);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/admin');
  },
);
