import { expect, type Locator, type Page } from '@playwright/test';
import { withoutAnswers } from './page-answers.ts';
import { routeOnce } from './route-once.ts';

/** How a student finds things on their pages. */

export const title = (page: Page) => page.getByRole('heading', { level: 1 });

export const slot = (page: Page, spoken = /^Select Time/) =>
  page.getByRole('button', { name: spoken }).first();

export const earlierWeek = (scope: Page | Locator) =>
  scope.getByRole('button', { name: 'Earlier week' });
export const laterWeek = (scope: Page | Locator) =>
  scope.getByRole('button', { name: 'Later week' });

/** The card of one class on the schedule. */
export const classCard = (page: Page, classNumber: number) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Class ${classNumber}` }) });

/** Chooses the first slot offered and goes on. */
export async function chooseFirstSlot(page: Page, classNumber: number): Promise<void> {
  await expect(title(page)).toHaveText(`Select Time for Class ${classNumber}`);
  await slot(page).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function expectToast(page: Page, heading: string, words?: string): Promise<void> {
  // Behind an open dialog a toast is seen but has no role, so it is found by its place.
  const toast = page.locator('[data-toasts] li').filter({ hasText: heading });
  await expect(toast).toBeVisible();
  if (words) await expect(toast).toContainText(words);
}

/** Answers a call as a server would that refuses or fails. */
export async function refuse(page: Page, path: string, message: string, status = 409) {
  await routeOnce(page, path, (route) => route.fulfill({ status, json: { message } }));
}

/** Keeps a call from being answered until it is let go, so that what shows meanwhile can be looked at. */
export async function hold(page: Page, path: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await routeOnce(page, path, (route) => promise.then(() => route.continue()));
  return resolve;
}

/** Answers the schedule with own links for all classes but those named. */
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
