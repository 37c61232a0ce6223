import type { Page, Route } from '@playwright/test';

/**
 * Takes one request out of the server's hands. The runner's own `times: 1` switches interception off
 * afterwards, and a request that is just then on its way, such as for the code of a toast, gets lost.
 */
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
