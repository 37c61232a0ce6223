import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { withoutAnswers } from './page-answers.ts';

export const title = (page: Page) => page.getByRole('heading', { level: 1 });

export const slot = (page: Page, spoken = /^Select Time/) =>
  page.getByRole('button', { name: spoken }).first();

export const earlierWeek = (scope: Page | Locator) =>
  scope.getByRole('button', { name: 'Earlier Week' });
export const laterWeek = (scope: Page | Locator) =>
  scope.getByRole('button', { name: 'Later Week' });

export const classCard = (page: Page, classNumber: number) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Class ${classNumber}` }) });

export async function chooseFirstSlot(page: Page, classNumber: number): Promise<void> {
  await expect(title(page)).toHaveText(`Select Time for Class ${classNumber}`);
  await slot(page).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function expectToast(page: Page, heading: string, words?: string): Promise<void> {
  // While a dialog is open, a toast behind it has no role.
  const toast = page.locator('[data-toasts] li').filter({ hasText: heading });
  await expect(toast).toBeVisible();
  if (words) await expect(toast).toContainText(words);
}

export async function refuse(page: Page, path: string, message: string, status = 409) {
  await routeOnce(page, path, (route) => route.fulfill({ status, json: { message } }));
}

/** Delays a call's response until the test releases it, to see what the page shows in the meantime. */
export async function hold(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await routeOnce(page, path, (route) => promise.then(() => route.continue()));
  return resolve;
}

export async function withLinksBut(page: Page, classNumbers: () => number[]): Promise<void> {
  await withoutAnswers(page);
  await page.route('**/api/schedule', async (route) => {
    const entries = await (await route.fetch()).json();
    for (const entry of entries) {
      const isMissing = classNumbers().includes(entry.classNumber);
      entry.studentZoomJoinUrl = isMissing ? null : `https://zoom.test/own/${entry.classNumber}`;
      entry.class.zoomJoinUrl = 'https://zoom.test/register';
    }
    await route.fulfill({ json: entries });
  });
}

/** Playwright's own `times: 1` turns off interception after one request, which can lose a parallel request. */
async function routeOnce(
  page: Page,
  path: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let isUsed = false;
  await page.route(path, (route) => {
    if (isUsed) return route.fallback();
    isUsed = true;
    return answer(route);
  });
}
