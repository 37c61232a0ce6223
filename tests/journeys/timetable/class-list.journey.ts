import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, look } from '../../support/journey.ts';

look(
  'the dashboard opens on upcoming classes, twenty to a page, and shows who is registered',
  async ({ signedInAs }) => {
    const page = await signedInAs('admin@demo.test');
    await openTab(page, 'Classes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
    await expect(page.getByText('Manage classes and students')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Classes' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('columnheader')).toHaveText([
      'Date',
      'Time',
      'Type',
      'Instructor',
      'Registered',
      'Topic',
      'Actions',
    ]);
    await expect(page.locator('td[data-name="Date"]')).toHaveCount(20);
    const row = rowWith(page, 'Tue, Nov 17, 2026').filter({ hasText: '9:00 AM PT' });
    await row.getByRole('button', { name: '2 registered' }).hover();
    await expect(page.getByText('Tomás Ibarra')).toBeVisible();
    await expect(page.getByText('transfer-student@demo.test')).toBeVisible();

    const next = page.getByRole('button', { name: 'Next' });
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await next.click();
    await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Last' }).click();
    await expect(page.getByText(/^Page (\d+) of \1$/)).toBeVisible();
    await expect(next).toBeDisabled();
  },
);
