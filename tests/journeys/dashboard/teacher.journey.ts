import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, look } from '../../support/journey.ts';

look(
  'a teacher finds their own classes, sees every tab, and no control that changes anything',
  async ({ signedInAs }) => {
    const page = await signedInAs('teacher@demo.test');
    await openTab(page, 'Classes');
    await expect(page.getByRole('banner')).toContainText('Daniel Reyes · Teacher');
    const own = page.getByRole('region', { name: 'Your classes today and tomorrow' });
    await expect(own.getByRole('listitem')).toContainText([
      /^Today, 12:00\sPM\sPTWeeklyThuy Nguyen \(class 7\)Preparing the meeting…/,
      /^Tomorrow, 4:00\sPM\sPTWeeklyOmar Rahimi \(class 6\)/,
    ]);
    const start = own.getByRole('button', { name: /^Start Zoom Meeting/ }).first();
    await expect(start).toBeDisabled();
    await expect(start).toHaveAccessibleDescription('Preparing the meeting…');
    const changing = page.getByRole('button', { name: /Add |Edit |Create |Delete|Select /i });
    await expect(changing).toHaveCount(0);

    await page.getByRole('button', { name: 'Last' }).click();
    await page.getByLabel('Only mine').check();
    await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
    await expect(page.locator('td[data-name="Instructor"]')).toHaveText(
      Array.from({ length: 20 }, () => 'Daniel'),
    );
    await page.reload();
    await expect(page.getByLabel('Only mine')).toBeChecked();
    await page.goBack();
    await expect(page.getByLabel('Only mine')).not.toBeChecked();

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
    await expect(page.getByText('Page 2'), 'where the list was left').toBeVisible();

    await page.goto('/admin/audit');
    await expect(page, 'which admins alone may see').toHaveURL('/admin');
    await page.getByRole('link', { name: 'Alumni page' }).click();
    await expect(page).toHaveURL('/classes');
    await expect(page.getByText('Text reminders')).toHaveCount(0);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/admin');
  },
);
