import type { Page } from '@playwright/test';

const isPage = ({ pathname }: URL) => !/^\/(api|assets|s)\//.test(pathname);

/** From now on, pages come without responses and request them, so that a test can replace them. */
export async function withoutAnswers(page: Page): Promise<void> {
  await page.route(isPage, async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const body = html.replace(/(id="answers">).*?(<\/script>)/s, '$1null$2');
    await route.fulfill({ response, body });
  });
}
