import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { countCalls, openTab, rowWith, searchBox } from '../support/admin-pages.ts';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';

const admin = 'admin@demo.test';
const marcus = 'mid-course@demo.test';

/** What stands in a column, from top to bottom. */
const column = (page: Page, name: string) => page.locator(`td[data-name="${name}"]`);

look('the tab is in the address, so a reload keeps it', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Classes');
  await page.getByRole('tab', { name: 'Students' }).click();
  await expect(page).toHaveURL('/admin?tab=students');
  await page.reload();
  await expect(rowWith(page, 'omar.rahimi@demo.test')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Students' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

look(
  'page, search and sort are in the address, and Back and a reload find them again',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await page.setViewportSize({ width: 390, height: 844 });
    await openTab(page, 'Students');
    await page.getByRole('columnheader', { name: 'Last Name' }).getByRole('button').click();
    await expect(page).toHaveURL('/admin?tab=students&sort=last-name');
    const first = await column(page, 'Last Name').first().innerText();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL('/admin?tab=students&sort=last-name&page=2');
    await expect(searchBox(page), 'the top of the list').toBeInViewport();
    await page.reload();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
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

look(
  'at 1024 px the lists are tables, and on a phone a card is headed by the name',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await page.setViewportSize({ width: 1024, height: 844 });
    for (const tab of ['Classes', 'Students', 'Alumni'] as const) {
      await openTab(page, tab);
      const tops = await page
        .getByRole('row')
        .nth(1)
        .getByRole('cell')
        .evaluateAll(
          (cells) => new Set(cells.map((cell) => cell.getBoundingClientRect().top)).size,
        );
      expect(tops, tab).toBe(1);
      await expectNoFaults(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await openTab(page, 'Students');
    const card = rowWith(page, 'omar.rahimi@demo.test');
    const top = async (name: string) =>
      (await card.locator(`td[data-name="${name}"]`).boundingBox())?.y ?? 0;
    expect(await top('First Name')).toBe(await top('Last Name'));
    expect(await top('First Name')).toBeLessThan(await top('Email'));
    expect(await top('Email')).toBeLessThan(await top('Start Date'));
  },
);

test('Refresh fetches the list, and a saved row needs no new list', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(admin);
  const lists = countCalls(page, 'GET', /\/api\/students$/);
  await openTab(page, 'Students');
  await expect(page.getByText(/as of 10:\d\d\sAM\sPT · Refresh/)).toBeVisible();
  const isOmar = eq(people.email, 'omar.rahimi@demo.test');
  await portal.database.update(people).set({ firstName: 'Omer' }).where(isOmar);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const row = rowWith(page, 'omar.rahimi@demo.test');
  await expect(row).toContainText('Omer');
  expect(lists()).toBe(2);
  await row.getByRole('button', { name: 'omar.rahimi@demo.test' }).click();
  await page.getByLabel('First Name').fill('Omar');
  await page.getByRole('button', { name: 'Update Student' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row).toContainText('Omar');
  expect(lists()).toBe(2);
});
