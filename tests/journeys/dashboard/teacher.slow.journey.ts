import { openStaffPage, openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, look } from '../../support/journey.ts';

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
