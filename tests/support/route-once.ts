import type { Page, Route } from '@playwright/test';

/** Intercepts one request. Playwright's `times: 1` can lose another request that is pending when interception ends. */
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
