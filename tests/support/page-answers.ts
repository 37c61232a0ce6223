import type { Page } from '@playwright/test';

const isPage = ({ pathname }: URL) => !/^\/(api|assets|s)\//.test(pathname);

/** Serves pages without embedded data, so that they make calls that a test can respond to. */
export async function withoutAnswers(page: Page): Promise<void> {
  await page.route(isPage, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const body = html.replace(/(id="answers">).*?(<\/script>)/s, '$1null$2');
    await route.fulfill({ response, body });
  });
}
