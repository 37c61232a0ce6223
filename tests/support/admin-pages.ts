import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

export async function openTab(page: Page, name: 'Classes' | 'Students' | 'Alumni') {
  await page.goto(name === 'Classes' ? '/admin' : `/admin?tab=${name.toLowerCase()}`);
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible();
}

export const rowWith = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('row').filter({ hasText: text });

export async function openAddClasses(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Add Classes' }).click();
  await expect(page.getByRole('dialog', { name: 'Add Classes' })).toBeVisible();
}

export async function openEditClass(page: Page, date: string, time: string): Promise<void> {
  await openTab(page, 'Classes');
  const row = rowWith(page, date).filter({ hasText: time });
  await row.getByRole('button', { name: /^Edit Class/ }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Class' })).toBeVisible();
}

export async function chooseMore(page: Page, name: string, menu = 'More Actions'): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

export const searchBox = (page: Page) => page.getByPlaceholder('Search by name & email');

export async function pickDate(page: Page, field: string, day: string): Promise<void> {
  const [month = '', , year = ''] = day.split(/[ ,]+/);
  const button = page.getByRole('button', { name: new RegExp(`^${field}, `) });
  await button.click();
  await page.getByRole('combobox', { name: /Year/ }).selectOption(year);
  await page.getByRole('combobox', { name: /Month/ }).selectOption({ label: month });
  await dayButton(page, day).click();
}

/** The calendar labels its days like 'Friday, Jan 15, 2027'. */
export function dayButton(page: Page, day: string): Locator {
  const [month = '', number = '', year = ''] = day.split(/[ ,]+/);
  const name = `, ${month.slice(0, 3)} ${number}, ${year}`;
  return page.getByRole('gridcell').getByRole('button', { name });
}

export function countCalls(page: Page, method: string, path: RegExp): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.method() === method && path.test(request.url())) calls += 1;
  });
  return () => calls;
}

export async function openStaffPage(page: Page, name: string): Promise<void> {
  const menu = page
    .getByRole('navigation', { name: 'Staff' })
    .getByRole('button', { name: /^(More|Menu)/ });
  await menu.filter({ visible: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
