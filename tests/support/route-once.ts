import type { Page, Route } from '@playwright/test';

/** Answers one request. Playwright's `times: 1` turns interception off afterwards, which can lose a parallel request. */
export async function routeOnce(
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
