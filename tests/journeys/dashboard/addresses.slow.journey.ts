import type { Page } from '@playwright/test';
import { openTab, searchBox } from '../../support/admin-pages.ts';
import { expect, look } from '../../support/journey.ts';

const marcus = 'mid-course@demo.test';

const column = (page: Page, name: string) => page.locator(`td[data-name="${name}"]`);

look(
  'the tab, page, search and sort order are in the URL and survive Back and reload',
  async ({ signedInAs }) => {
    const page = await signedInAs('admin@demo.test');
    await page.setViewportSize({ width: 390, height: 844 });
    await openTab(page, 'Classes');
    await page.getByRole('tab', { name: 'Students' }).click();
    await expect(page).toHaveURL('/admin?tab=students');
    await page.getByRole('columnheader', { name: 'Last Name' }).getByRole('button').click();
    await expect(page).toHaveURL('/admin?tab=students&sort=last-name');
    const first = await column(page, 'Last Name').first().innerText();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL('/admin?tab=students&sort=last-name&page=2');
    await expect(searchBox(page), 'the top of the list').toBeInViewport();
    await page.reload();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Students' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.goBack();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await expect(column(page, 'Last Name').first()).toHaveText(first);

    await searchBox(page).fill('tomas');
    await expect(column(page, 'Email')).toHaveText(['transfer-student@demo.test']);
    await expect(page).toHaveURL('/admin?tab=students&sort=last-name&search=tomas');
    await searchBox(page).fill('202 555 0103');
    await expect(column(page, 'Email')).toHaveText([marcus]);
    await expect(column(page, 'Phone')).toHaveText(['(202) 555-0103']);
    await expect(page).toHaveURL(/search=202\+555\+0103$/);
    await page.getByRole('tab', { name: 'Alumni' }).click();
    await searchBox(page).fill('aikó');
    await expect(column(page, 'Email')).toHaveText(['alumni@demo.test']);
    await page.goBack();
    await expect(searchBox(page)).toHaveValue('202 555 0103');
    await expect(column(page, 'Email')).toHaveText([marcus]);
  },
);
